import { getPasskeyHosts } from "@rokad/contract/passkeys";
import { t } from "../super-admin-language.ts";
import { useApi } from "../api/use-api.ts";
import { Notice } from "../ui/notice.tsx";

interface PasskeyHostNoticeProps {
  /** A host name that is not saved yet: says what it would do. Default: the one in use. */
  nextHost?: unknown;
}

/** Warns of passkeys that don't work, or would not work, because they were added for another host. */
export function PasskeyHostNotice(props: PasskeyHostNoticeProps) {
  const { data } = useApi(getPasskeyHosts, {});
  if (!data) return null;
  const isChange = "nextHost" in props;
  const { host: current } = data.data;
  const host = isChange ? props.nextHost : current;
  const others = data.data.counts.filter((each) => each.host !== host);
  const count = others.reduce((sum, each) => sum + each.passkey_count, 0);
  if (count === 0) return null;
  const names = others.map((each) => each.host).join(", ");
  const passkeys = count === 1 ? t`1 passkey` : t`${count.toLocaleString("en-IN")} passkeys`;
  return (
    <Notice tone="warn" title={`${passkeys} ${isChange ? t`will not work` : t`can't be used`}`}>
      {isChange
        ? t`Added for ${names}. Their people use a code, and add new passkeys.`
        : t`Added for ${names}, and the host name is now ${current ?? t`not set`}. Change it back, or let people add new ones.`}
    </Notice>
  );
}
