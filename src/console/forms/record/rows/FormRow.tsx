/**
 * One row of a `children` field in a form: its cells, stacked on a phone, and its buttons.
 *
 * Instead of `SimpleFormIterator`: it gives the buttons of a row `visibility: hidden` until the pointer is over the
 * row, so the keyboard cannot reach them (WCAG 2.1.1).
 */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Delete from '@mui/icons-material/Delete'
import { Box, FormHelperText, IconButton, Paper, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { SourceContextProvider } from 'ra-core'
import { memo, useMemo } from 'react'
import { type FieldErrors, useFormState, useWatch } from 'react-hook-form'
import { type ChildrenField, type RowRights, rowsById } from '../../../../engine/children'
import type { CompiledField, CompiledResource } from '../../../../engine/compiled'
import { holds, type RuleContext } from '../../../../engine/conditions'
import {
  applyInput,
  isWritable,
  rowWriteContext,
  type WriteContext,
} from '../../../../engine/validation/writableRecord'
import { useTranslate } from '../../../config'
import { EditableField } from '../FormField'
import type { Values } from '../formValues'
import { ReferredDefaults } from '../ReferredDefaults'
import { CellText } from './RowsTable'

/** The grid of a row: number, cells, buttons. On a phone the cells are below the number and the buttons. */
const FRAME = {
  display: 'grid',
  columnGap: 1,
  gridTemplateColumns: { xs: '1fr auto', sm: '24px minmax(0, 1fr) auto' },
  gridTemplateAreas: { xs: '"number actions" "cells cells"', sm: '"number cells actions"' },
} as const
const ROW = { ...FRAME, px: 1, py: 1 } as const
const ACTIONS = {
  gridArea: 'actions',
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'end',
  minWidth: 108,
} as const

const cellsOf = (columns: number) => ({
  gridArea: 'cells',
  minWidth: 0,
  display: 'grid',
  alignItems: 'start',
  columnGap: 1,
  rowGap: { xs: 1.5, sm: 0 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
})

/** On a wide screen the column heads are visible, so the labels of the cells are for screen readers only. */
const HIDE_CELL_LABELS = {
  '& .MuiInputLabel-root, & [data-cell-label]': { sm: visuallyHidden },
  '& .MuiOutlinedInput-notchedOutline': { top: { sm: 0 }, '& legend': { display: { sm: 'none' } } },
} as const

/**
 * The `minWidth` of the rows as an sx value in px: 132 for each cell, 160 for number and buttons. A narrower container
 * scrolls sideways.
 */
export const minRowsWidth = (columns: number) => ({ sm: columns * 132 + 160 })

/** The heads of the columns. Hidden from screen readers, since each cell has its own label. */
export function ColumnHeadings({ cells }: { cells: readonly CompiledField[] }) {
  const translate = useTranslate()
  return (
    <Box aria-hidden sx={{ ...FRAME, display: { xs: 'none', sm: 'grid' }, px: 1, pb: 0.5 }}>
      <Box sx={{ ...cellsOf(cells.length) }}>
        {cells.map(({ name, label, required }) => (
          <Typography key={name} variant="caption" color="text.secondary">
            {translate(label) + (required && !required.when ? ' *' : '')}
          </Typography>
        ))}
      </Box>
      <Box sx={ACTIONS} />
    </Box>
  )
}

interface FormRowProps {
  field: ChildrenField
  /** The resource of the rows, reduced to the fields that are cells. */
  resource: CompiledResource
  writing: WriteContext
  rights: RowRights
  /** The index of the row, from 0. */
  index: number
  isMovable: boolean
  /** Undefined for the first row, or if rows cannot be moved. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

export function FormRow({
  field,
  resource,
  writing,
  rights,
  index,
  isMovable,
  onUp,
  onDown,
  onRemove,
}: FormRowProps) {
  const translate = useTranslate()
  const rowPath = `${field.name}.${index}`
  const values = (useWatch({ name: rowPath }) ?? {}) as Values
  const isStored = typeof values.id === 'number'
  const current = isStored ? rowsById(writing.current?.[field.name]).get(values.id as number) : undefined
  const rowWriting = rowWriteContext(writing, current)
  const record = applyInput(resource, values, rowWriting).after
  const context: RuleContext = { ...rowWriting, record }
  const isEditable = isStored ? rights.edit : rights.create
  const rowLabel = translate('forms.rows.row', { row: index + 1 })
  const columns = Object.values(resource.fields)
  const cells = columns.filter(cell => holds(cell.visible, context))
  const editableCells = cells.filter(cell => isEditable && isWritable(cell, context))
  const source = useMemo(
    () => ({ getSource: (name: string) => `${rowPath}.${name}`, getLabel: (name: string) => name }),
    [rowPath],
  )
  return (
    <Paper variant="outlined" role="group" aria-label={rowLabel} data-row={index} sx={ROW}>
      <ReferredDefaults resource={resource} writing={rowWriting} parentPath={rowPath} />
      <Typography color="text.secondary" aria-hidden sx={{ gridArea: 'number', pt: 1 }}>
        {index + 1}
      </Typography>
      <Box sx={{ ...cellsOf(columns.length), ...HIDE_CELL_LABELS }}>
        <SourceContextProvider value={source}>
          {columns.map(cell =>
            cells.includes(cell) ? (
              <RowCell
                key={cell.name}
                cell={cell}
                index={index}
                level={writing.level}
                isEditableCell={editableCells.includes(cell)}
                required={cell.required !== undefined && holds(cell.required.when, context)}
                record={record}
              />
            ) : (
              // An empty cell, so that the cells after it stay below their heads.
              <Box key={cell.name} sx={{ display: { xs: 'none', sm: 'block' } }} />
            ),
          )}
        </SourceContextProvider>
        <RowProblem field={field} index={index} editableCells={editableCells} />
      </Box>
      <Box data-row-actions sx={ACTIONS}>
        {isMovable && (
          <>
            <IconButton
              data-move="up"
              aria-label={translate('forms.rows.up', { row: index + 1 })}
              onClick={onUp}
              disabled={!onUp}
            >
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              data-move="down"
              aria-label={translate('forms.rows.down', { row: index + 1 })}
              onClick={onDown}
              disabled={!onDown}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
          </>
        )}
        {(!isStored || rights.remove) && (
          <IconButton aria-label={translate('forms.rows.remove', { row: index + 1 })} onClick={onRemove}>
            <Delete fontSize="small" />
          </IconButton>
        )}
      </Box>
    </Paper>
  )
}

interface RowCellProps {
  cell: CompiledField
  index: number
  level: number
  isEditableCell: boolean
  required: boolean
  record: Values
}

/** A cell, labelled by its row and its column. */
const RowCell = memo(
  ({ cell, index, level, isEditableCell, required, record }: RowCellProps) => {
    const translate = useTranslate()
    const column = translate(cell.label)
    const label = translate('forms.rows.cell', { row: index + 1, column })
    const labelledCell = useMemo(() => ({ ...cell, label: { ko: label, en: label } }), [cell, label])
    if (isEditableCell)
      return <EditableField field={labelledCell} required={required} level={level} showsHelp={false} />
    return (
      <Box>
        <Typography variant="caption" color="text.secondary" component="div" data-cell-label>
          {label}
        </Typography>
        <Box sx={{ minHeight: 24, pt: { sm: 1 } }}>
          <CellText cell={cell} row={record} />
        </Box>
      </Box>
    )
  },
  // Inputs get their values from the form, so `record` matters only for read-only cells.
  (before, after) =>
    (Object.keys(after) as (keyof RowCellProps)[]).every(
      key => before[key] === after[key] || (key === 'record' && after.isEditableCell),
    ),
)

/**
 * Shows errors of a row that no input shows: of a rule about several cells, or because the row belongs to another
 * record.
 */
function RowProblem({
  field,
  index,
  editableCells,
}: {
  field: ChildrenField
  index: number
  editableCells: readonly CompiledField[]
}) {
  const { errors } = useFormState({ name: field.name })
  // The cast: for a dynamic name, react-hook-form's type is the error of a single field.
  const rowErrors = (errors[field.name] as unknown as Record<number, FieldErrors> | undefined)?.[index] ?? {}
  const names = new Set(editableCells.map(({ name }) => name))
  const texts = Object.entries(rowErrors).flatMap(([name, error]) =>
    names.has(name) ? [] : errorTexts(error),
  )
  return texts.length === 0 ? null : (
    <FormHelperText error role="alert" sx={{ mx: 0, gridColumn: '1 / -1' }}>
      {[...new Set(texts)].join(' ')}
    </FormHelperText>
  )
}

/** The messages of an error, or of the errors nested in it (`checks.few`). Skips `ref`, an element of the page. */
function errorTexts(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { message } = error as { message?: unknown }
  if (typeof message === 'string') return [message]
  return Object.entries(error).flatMap(([name, inside]) => (name === 'ref' ? [] : errorTexts(inside)))
}
