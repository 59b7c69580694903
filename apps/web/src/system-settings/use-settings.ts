import { listProposals } from "@rokad/contract/proposals";
import type { SettingKey } from "@rokad/contract/setting-rules";
import {
  changeSettings,
  listSettingHistory,
  listSettings,
  type SettingChangeRequest,
  type Setting,
} from "@rokad/contract/settings";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";

export type SettingsByKey = Readonly<Record<SettingKey, Setting>>;

/** All settings by key, with live updates. */
export function useSettings() {
  const { data, error, isValidating, mutate } = useApi(listSettings, {});
  const settings =
    data && (Object.fromEntries(data.data.map((one) => [one.key, one])) as SettingsByKey);
  return {
    settings,
    error: settings ? undefined : error,
    retrying: isValidating,
    reload: async () => void (await mutate()),

    /** @throws the errors of `send`; 409 `SETTING_CHANGED` if another super admin changed it first. */
    async save(changes: SettingChangeRequest[], reason?: string): Promise<string> {
      const answer = await send(changeSettings, { body: { changes, ...(reason && { reason }) } });
      await mutate({ success: true, data: answer.data }, { revalidate: false });
      void refreshApi(listSettingHistory, listProposals);
      return answer.message;
    },
  };
}
