/**
 * The rows of a table (decision 432): plain elements with the class names of MUI and react-admin, styled by
 * `TableRegion`. Their components would be a styled one for each of three hundred cells, and be rendered again with
 * every change of the page around them.
 *
 * Instead of `SelectRowCheckbox`: it mounts twelve components for each row before the first paint, and the box has no
 * accessible name.
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

/** As many as most windows show; the others come once these are on the screen. */
const FIRST_ROWS = 12

interface RecordRowsProps<T extends RaRecord> {
  records: readonly T[]
  columns: readonly Column<T>[]
  selects: boolean
  /** The height of a row, in px. */
  height: number
  /** In place of `Row`; it asks for its record by `useRecordContext`. */
  row?: ComponentType<RowProps> | undefined
}

export const RecordRows = <T extends RaRecord>({
  records,
  columns,
  selects,
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
          <TableRow selected={selects && selectedIds.includes(record.id)}>
            <Cells
              record={record}
              columns={columns as readonly unknown[] as readonly Column[]}
              selects={selects}
            />
          </TableRow>
        </RecordContextProvider>
      ))}
      {rest > 0 && (
        <tr aria-hidden style={{ height: rest * height }}>
          <td colSpan={columns.length + (selects ? 1 : 0)} />
        </tr>
      )}
    </tbody>
  )
}

/** They are rendered again when the record or the columns are others, not with the page. */
const Cells = memo(function Cells({ record, columns, selects }: CellsProps) {
  return (
    <>
      {selects && (
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

/** react-admin's `SelectRowCheckbox` as one element; a click with the shift key chooses all rows between. */
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
      // The click below has the keys that were held; the browser tells of the space bar by a click as well.
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
  selects: boolean
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
