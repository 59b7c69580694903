declare module "subset-font" {
  interface Options {
    readonly targetFormat: "truetype";
    readonly variationAxes?: Readonly<Record<string, number>>;
    readonly keepFeatures?: readonly string[];
  }
  const subsetFont: (font: Buffer, characters: string, options: Options) => Promise<Buffer>;
  export = subsetFont;
}
