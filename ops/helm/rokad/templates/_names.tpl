{{/* The labels that select all pods of the installation. */}}
{{- define "rokad.instance" -}}
app.kubernetes.io/name: rokad
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The labels that select the pods of a role: (dict "root" $ "role" "api"). */}}
{{- define "rokad.selector" -}}
{{ include "rokad.instance" .root }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "rokad.labels" -}}
{{ include "rokad.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}
