/** In which order the rows of a table stand. */

export interface Share {
  id?: number
  name: string
  devices: number
  linked: number
  /** Of a client. */
  vendor?: string
}

export const SHARE_COLUMNS = ['name', 'vendor', 'devices', 'linked'] as const
export type ShareColumn = (typeof SHARE_COLUMNS)[number]

export interface ShareOrder {
  by: ShareColumn
  order: 'asc' | 'desc'
}

/** The largest first, until somebody chooses. */
export const BY_DEVICES: ShareOrder = { by: 'devices', order: 'desc' }

/** Another column begins with what is sought in it: names at A, numbers at the largest. The same column turns round. */
export function turned({ by, order }: ShareOrder, column: ShareColumn): ShareOrder {
  if (by === column) return { by, order: order === 'asc' ? 'desc' : 'asc' }
  return { by: column, order: column === 'name' || column === 'vendor' ? 'asc' : 'desc' }
}

const collator = new Intl.Collator('ko', { numeric: true })

/** The rows in that order; those that are alike by their names. */
export function ordered(rows: readonly Share[], { by, order }: ShareOrder): Share[] {
  const turn = order === 'asc' ? 1 : -1
  const compare = (a: Share, b: Share) =>
    by === 'devices' || by === 'linked' ? a[by] - b[by] : collator.compare(a[by] ?? '', b[by] ?? '')
  return [...rows].sort((a, b) => turn * compare(a, b) || collator.compare(a.name, b.name))
}
