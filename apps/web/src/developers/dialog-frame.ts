/** What every dialog of an API key takes. */
export interface KeyDialogFrame {
  open: boolean;
  onClose: () => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
  /** The address that the server sees this browser at. */
  yourAddress: string;
}
