/** The page numbers that are shown at once (§9: pagination in chunks of 10). */

export interface PageWindow {
  /** How many pages there are; 1 where there is nothing. */
  last: number
  numbers: number[]
}

/** The chunk of page numbers that holds `page`: 1-10, 11-20 and so on. Pages count from 1. */
export function pageWindow(page: number, total: number, perPage: number, size: number): PageWindow {
  const last = Math.max(1, Math.ceil(total / Math.max(1, perPage)))
  const current = Math.min(Math.max(1, page), last)
  const first = Math.floor((current - 1) / size) * size + 1
  const length = Math.min(size, last - first + 1)
  return { last, numbers: Array.from({ length }, (_, at) => first + at) }
}
