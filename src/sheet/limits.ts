/** Limits for reading sheets. For uploads the server replaces them by the limits of config. */

const MiB = 1024 * 1024

export interface SheetLimits {
  /** Bytes of the uploaded file. */
  bytesIn: number
  /** Bytes of one unzipped part. */
  partBytes: number
  /** Total bytes of the unzipped parts that are read. */
  totalBytes: number
  /** Largest ratio of unzipped to packed size, checked once a part exceeds `ratioFrom` bytes. */
  ratio: number
  ratioFrom: number
  /** Number of parts in the archive. */
  parts: number
  /** Rows that are not empty, including the header. */
  rows: number
  /** The last column that may have content. */
  columns: number
  /** Cells, including empty ones. */
  cells: number
  /** Characters of one cell. */
  textLength: number
  /** Characters of all shared strings, which must be in memory together. */
  sharedText: number
}

/** Enough for 100,000 devices in a file of LibreOffice (34 MiB of XML), but not for a zip bomb. */
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
