/** Rows shaped like those that come, while they come (look.md, States). */
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'

/** Inside a table body. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={`row-${row + 1}`} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <TableCell key={`cell-${column + 1}`}>
          <Skeleton variant="text" width={`${55 + ((row * 7 + column * 13) % 40)}%`} />
        </TableCell>
      ))}
    </TableRow>
  ))
}

/** Cards of two lines, for lists on a phone. */
export function SkeletonCards({ cards }: { cards: number }) {
  return (
    <Stack aria-hidden sx={{ gap: 1 }}>
      {Array.from({ length: cards }, (_, card) => (
        <Stack key={`card-${card + 1}`} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}>
          <Skeleton variant="text" width="60%" />
          <Skeleton variant="text" width="40%" />
        </Stack>
      ))}
    </Stack>
  )
}
