/** Rows shaped like those that come, while they come. */
import { Skeleton, Stack, TableCell, TableRow } from '@mui/material'

const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

/** Inside a table body; `height` is that of the rows which come. */
export function SkeletonRows({ rows, columns, height }: { rows: number; columns: number; height?: number }) {
  return names(rows).map((row, y) => (
    <TableRow key={row} aria-hidden sx={{ height, '&:last-child > td': { borderBottom: 0 } }}>
      {names(columns).map((column, x) => (
        <TableCell key={column}>
          <Skeleton variant="text" width={`${55 + ((y * 7 + x * 13) % 40)}%`} />
        </TableCell>
      ))}
    </TableRow>
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
