# The server, for ROLE=api, worker or all. Documentation: docs/operations/containers.md
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm \
  npm ci && node scripts/release/release.ts --folder /opt/rokad --without-postgresql

# glibc, libstdc++, root certificates and time zones, without a shell.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /opt/rokad /opt/rokad
# Everything but /tmp may be read only; what Node compiles is kept there.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3000 CACHE_DIRECTORY=/tmp
EXPOSE 3000
HEALTHCHECK --interval=10s --start-period=60s CMD ["/opt/rokad/node/bin/node", "-e", \
  "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/rokad/node/bin/node", "/opt/rokad/apps/server/src/main.ts"]
