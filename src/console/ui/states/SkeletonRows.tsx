/** Rows shaped like those that come, while they come. */
import { Skeleton, Stack } from '@mui/material'

const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

/** Inside a table body; plain elements, as the rows that come. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return names(rows).map((row, y) => (
    <tr key={row} aria-hidden className="MuiTableRow-root">
      {names(columns).map((column, x) => (
        <td key={column} className="MuiTableCell-root">
          <span className="MuiSkeleton-root skeleton" style={{ width: `${55 + ((y * 7 + x * 13) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ))
}

/** Cards of two lines, for lists on a phone. */
export function SkeletonCards({ cards }: { cards: number }) {
  return (
    <Stack aria-busy sx={{ gap: 1 }}>
      {names(cards).map(card => (
        <Stack key={card} aria-hidden sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}>
          <Skeleton variant="text" width="60%" />
          <Skeleton variant="text" width="40%" />
        </Stack>
      ))}
    </Stack>
  )
}
