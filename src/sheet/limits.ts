/** The largest sheet that is read. The reader of uploads replaces these limits by those of config. */

const MiB = 1024 * 1024

export interface SheetLimits {
  /** Bytes of the file as it arrives. */
  bytesIn: number
  /** Bytes of one unzipped part. */
  partBytes: number
  /** Bytes of all unzipped parts that are read. */
  totalBytes: number
  /** How many times larger a part may be than its packed form, once it has passed `ratioFrom` bytes. */
  ratio: number
  ratioFrom: number
  /** Parts in the archive, read or not. */
  parts: number
  /** Rows that hold something, the header with them. */
  rows: number
  /** The last column that may hold something. */
  columns: number
  /** Cells, empty ones with them. */
  cells: number
  /** Characters of one cell. */
  textLength: number
  /** Characters of all shared strings: what has to be in memory at once. */
  sharedText: number
}

/** Enough for 100,000 devices as LibreOffice writes them (34 MiB of XML); less than what a zip bomb unpacks to. */
export const SHEET_LIMITS: SheetLimits = {
  bytesIn: 20 * MiB,
  partBytes: 160 * MiB,
  totalBytes: 240 * MiB,
  ratio: 200,
  ratioFrom: 4 * MiB,
  parts: 200,
  rows: 100_001,
  columns: 100,
  cells: 3_000_000,
  textLength: 32_767,
  sharedText: 32 * MiB,
}
