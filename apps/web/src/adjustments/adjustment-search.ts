import {
  adjustmentStates,
  automaticKinds,
  proposableKinds,
  type AdjustmentKind,
  type ProposableKind,
} from "@rokad/contract/adjustment-states";
import { readOption, readPage, readText } from "../common/lists/search-params.ts";

export interface AdjustmentSearch {
  /** Undefined shows every state. */
  state?: (typeof adjustmentStates)[number] | undefined;
  kind?: AdjustmentKind | undefined;
  page?: number | undefined;
  /** What a new proposal begins with: its kind, and the deposit and statement line that it corrects. */
  propose?: ProposableKind | undefined;
  deposit?: string | undefined;
  line?: string | undefined;
  /** The adjustment that the page opens, from a notification. */
  adjustment?: string | undefined;
}

export function readAdjustmentSearch(search: Record<string, unknown>): AdjustmentSearch {
  return {
    state: readOption(search["state"], adjustmentStates),
    kind: readOption(search["kind"], [...proposableKinds, ...automaticKinds]),
    page: readPage(search["page"]),
    propose: readOption(search["propose"], proposableKinds),
    deposit: readText(search["deposit"]),
    line: readText(search["line"]),
    adjustment: readText(search["adjustment"]),
  };
}
