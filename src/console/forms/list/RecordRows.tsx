/**
 * The rows of a table (decision 432): plain elements with the class names of MUI and react-admin, styled by
 * `TableRegion`. With MUI's components, each of three hundred cells would be a styled component and be rendered again
 * with every change of the page.
 *
 * Instead of `SelectRowCheckbox`: it mounts twelve components for each row before the first paint, and its checkbox has
 * no accessible name.
 */
import {
  type RaRecord,
  RecordContextProvider,
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  useListContext,
  useTranslate,
} from 'ra-core'
import { type ComponentProps, type ComponentType, memo } from 'react'
import { useIsPainted } from '../../ui/lazy/AfterPaint'
import type { Column } from './column'

export interface RowProps extends Omit<ComponentProps<'tr'>, 'ref'> {
  selected?: boolean
}

export const Row = ({ className, selected = false, ...props }: RowProps) => (
  <tr
    className={classes('MuiTableRow-root', 'RaDataTable-row', selected && 'Mui-selected', className)}
    {...props}
  />
)

/** About as many as fit in a window. The others are rendered after the first paint. */
const FIRST_ROWS = 12

interface RecordRowsProps<T extends RaRecord> {
  records: readonly T[]
  columns: readonly Column<T>[]
  isSelectable: boolean
  /** The height of a row in px, for the placeholder of the rows that are not rendered yet. */
  height: number
  /** Replaces `Row`; gets its record from `useRecordContext`. */
  row?: ComponentType<RowProps> | undefined
}

export const RecordRows = <T extends RaRecord>({
  records,
  columns,
  isSelectable,
  height,
  row: TableRow = Row,
}: RecordRowsProps<T>) => {
  const { selectedIds } = useListContext()
  const isPainted = useIsPainted()
  const shown = isPainted ? records : records.slice(0, FIRST_ROWS)
  const rest = records.length - shown.length
  return (
    <tbody className="MuiTableBody-root RaDataTable-tbody">
      {shown.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <TableRow selected={isSelectable && selectedIds.includes(record.id)}>
            <Cells
              record={record}
              // `Cells` is memoised, so it is not generic; it only passes the record on to `render`.
              columns={columns as readonly unknown[] as readonly Column[]}
              isSelectable={isSelectable}
            />
          </TableRow>
        </RecordContextProvider>
      ))}
      {rest > 0 && (
        <tr aria-hidden style={{ height: rest * height }}>
          <td colSpan={columns.length + (isSelectable ? 1 : 0)} />
        </tr>
      )}
    </tbody>
  )
}

/** Memoised: rendered again only for another record or other columns. */
const Cells = memo(function Cells({ record, columns, isSelectable }: CellsProps) {
  return (
    <>
      {isSelectable && (
        <td className={cellClass({ padding: 'checkbox' })}>
          <RowBox id={record.id} />
        </td>
      )}
      {columns.map(({ name, render, ...cell }) => (
        <td key={name} className={classes(cellClass(cell), `column-${name}`)}>
          {render(record)}
        </td>
      ))}
    </>
  )
})

/** react-admin's `SelectRowCheckbox` as one element; a click with Shift selects a range of rows. */
function RowBox({ id }: Pick<RaRecord, 'id'>) {
  const { handleToggleItem } = useDataTableCallbacksContext()
  const chosen = useDataTableSelectedIdsContext()
  const translate = useTranslate()
  return (
    <input
      type="checkbox"
      className="row-box"
      aria-label={translate('ra.action.select_row')}
      checked={chosen?.includes(id) ?? false}
      // React requires `onChange` with `checked`. `onClick` also runs for Space, and knows whether Shift is held.
      onChange={() => {}}
      onClick={event => {
        handleToggleItem?.(id, event)
        event.stopPropagation()
      }}
    />
  )
}

interface CellsProps {
  record: RaRecord
  columns: readonly Column[]
  isSelectable: boolean
}

const cellClass = ({ align, padding, className }: Partial<Column>) =>
  classes(
    'MuiTableCell-root RaDataTable-rowCell',
    padding === 'checkbox' && 'MuiTableCell-paddingCheckbox',
    align === 'right' && 'MuiTableCell-alignRight',
    align === 'center' && 'MuiTableCell-alignCenter',
    className,
  )

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
