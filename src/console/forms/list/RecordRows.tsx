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
  useResourceContext,
  useTranslate,
} from 'ra-core'
import { type ComponentProps, type ComponentType, type MouseEvent, memo, useEffect } from 'react'
import { useObservable } from '../../observable'
import { highlightedRecord } from '../../recordPage'
import { useIsPainted } from '../../ui/lazy/AfterPaint'
import { useNow } from '../../ui/time/useNow'
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

/** How many rows are rendered before the first paint: about as many as fit in a window. */
const FIRST_ROWS = 12

interface RecordRowsProps<T extends RaRecord> {
  records: readonly T[]
  columns: readonly Column<T>[]
  isSelectable: boolean
  /** The height of a row in px, for the placeholder of the rows that are not rendered yet. */
  height: number
  /** Replaces `Row`; gets its record from `useRecordContext`. */
  row?: ComponentType<RowProps> | undefined
  /** The id of the record that is open beside the table. */
  current?: RaRecord['id'] | undefined
}

export const RecordRows = <T extends RaRecord>({
  records,
  columns,
  isSelectable,
  height,
  row: TableRow = Row,
  current,
}: RecordRowsProps<T>) => {
  const { selectedIds } = useListContext()
  const isPainted = useIsPainted()
  const now = useNow()
  const railTone = columns.find(({ tone }) => tone)?.tone
  const renderedRecords = isPainted ? records : records.slice(0, FIRST_ROWS)
  const laterRowCount = records.length - renderedRecords.length
  const madeId = useMadeRecord(renderedRecords)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key Enter does the same (`useListKeys`)
    <tbody className="MuiTableBody-root RaDataTable-tbody" onClick={openRow} onAuxClick={openRow}>
      {renderedRecords.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <TableRow
            selected={isSelectable && selectedIds.includes(record.id)}
            // For the keys j and k (`useListKeys`).
            tabIndex={-1}
            data-row={record.id}
            {...(record.id === current && { 'aria-current': true })}
            className={classes(
              railTone && `rail-${railTone(record, now)}`,
              String(record.id) === madeId && MADE_ROW,
            )}
          >
            <Cells
              record={record}
              // `Cells` is memoised, so it is not generic; it only passes the record on to `render`.
              columns={columns as readonly unknown[] as readonly Column[]}
              isSelectable={isSelectable}
            />
          </TableRow>
        </RecordContextProvider>
      ))}
      {laterRowCount > 0 && (
        <tr aria-hidden style={{ height: laterRowCount * height }}>
          <td colSpan={columns.length + (isSelectable ? 1 : 0)} />
        </tr>
      )}
    </tbody>
  )
}

/** Opens the page of the row that was clicked. */
export const openRow = (event: MouseEvent) =>
  void import('../../openRow').then(loaded => loaded.openRow(event))

export const MADE_ROW = 'row-made'

/** The id of the record that the user has just made, if it is one of these rows: the list scrolls to it. */
export function useMadeRecord(rows: readonly RaRecord[]): string | undefined {
  const resource = useResourceContext()
  const made = useObservable(highlightedRecord)
  const id = made?.resource === resource ? made?.id : undefined
  const isShown = rows.some(row => String(row.id) === id)
  useEffect(() => {
    if (!isShown) return
    document.querySelector(`.${MADE_ROW}`)?.scrollIntoView({ block: 'nearest' })
    // The row is not marked again when the user comes back to the list.
    return () => highlightedRecord.set(undefined)
  }, [isShown])
  return isShown ? id : undefined
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
