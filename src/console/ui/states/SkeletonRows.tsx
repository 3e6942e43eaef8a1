/** Placeholders for the rows or cards of a list that is loading. */
import { Skeleton, Stack } from '@mui/material'

/** React keys. */
const keys = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)

/** Varies between 55 % and 94 %, so that the rows look like text. */
const widthOf = (row: number, column: number) => `${55 + ((row * 7 + column * 13) % 40)}%`

/** For a table body: plain elements, like the rows that replace them (`RecordRows`). */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return keys(rows).map((row, y) => (
    <tr key={row} aria-hidden data-loading className="MuiTableRow-root">
      {keys(columns).map((column, x) => (
        <td key={column} className="MuiTableCell-root">
          <span className="MuiSkeleton-root skeleton" style={{ width: widthOf(y, x) }} />
        </td>
      ))}
    </tr>
  ))
}

/** The usual minimum height of a card, in px. */
export const CARD_HEIGHT = 64

const CARD = {
  justifyContent: 'center',
  px: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const

/** For lists on a phone. @param height that of a card, in px */
export function SkeletonCards({ cards, height = CARD_HEIGHT }: { cards: number; height?: number }) {
  return (
    <Stack aria-busy data-loading sx={{ gap: 1 }}>
      {keys(cards).map(card => (
        <Stack key={card} aria-hidden sx={{ ...CARD, minHeight: height }}>
          <Skeleton variant="text" width="60%" />
          <Skeleton variant="text" width="40%" />
        </Stack>
      ))}
    </Stack>
  )
}
