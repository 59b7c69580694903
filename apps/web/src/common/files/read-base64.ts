/** A file's bytes as base64. @throws if the browser can't read it, such as after a move. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const dataUrl = reader.result as string;
      resolve(dataUrl.slice(dataUrl.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("Unreadable")));
    reader.readAsDataURL(file);
  });
}
