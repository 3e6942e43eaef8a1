/**
 * One row of a `children` field in the form: its cells side by side, on a phone one above the other, and what can be
 * done with it.
 *
 * Instead of `SimpleFormIterator`: WCAG 2.1.1: the buttons of a row are `visibility: hidden` until the pointer is over
 * it, so no key reaches them.
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
import { EnteredField } from '../FormField'
import type { Values } from '../formValues'
import { ReferredDefaults } from '../ReferredDefaults'
import { CellText } from './RowsTable'

/** The number, the cells and the buttons of a row; on a phone the cells stand below. */
const FRAME = {
  display: 'grid',
  columnGap: 1,
  gridTemplateColumns: { xs: '1fr auto', sm: '24px minmax(0, 1fr) auto' },
  gridTemplateAreas: { xs: '"number actions" "cells cells"', sm: '"number cells actions"' },
} as const
const ROW = { ...FRAME, px: 1, py: { xs: 1, sm: 0.75 } } as const
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

/** Where the heads of the columns stand above, labels are there for those who do not see them. */
const LABELS_OF_HEAD = {
  '& .MuiInputLabel-root, & [data-cell-label]': { sm: visuallyHidden },
  '& .MuiOutlinedInput-notchedOutline': { top: { sm: 0 }, '& legend': { display: { sm: 'none' } } },
} as const

/** How wide the rows are at least; where there is less room they are scrolled. */
export const leastWidth = (columns: number) => ({ sm: columns * 132 + 160 })

/** The heads of the columns: each cell has its own label, so these are for the eye. */
export function RowHeads({ cells }: { cells: readonly CompiledField[] }) {
  const translate = useTranslate()
  return (
    <Box aria-hidden sx={{ ...FRAME, display: { xs: 'none', sm: 'grid' }, px: 1, pb: 0.5 }}>
      <Box sx={{ ...cellsOf(cells.length) }}>
        {cells.map(({ name, label, required }) => (
          <Typography key={name} variant="caption" color="text.secondary">
            {translate(label)}
            {required && !required.when && ' *'}
          </Typography>
        ))}
      </Box>
      <Box sx={ACTIONS} />
    </Box>
  )
}

interface FormRowProps {
  field: ChildrenField
  /** The resource of the rows, with the cells alone. */
  resource: CompiledResource
  writing: WriteContext
  rights: RowRights
  /** From 0. */
  at: number
  isMovable: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: () => void
}

export function FormRow({
  field,
  resource,
  writing,
  rights,
  at,
  isMovable,
  onUp,
  onDown,
  onRemove,
}: FormRowProps) {
  const translate = useTranslate()
  const place = `${field.name}.${at}`
  const values = (useWatch({ name: place }) ?? {}) as Values
  const isStored = typeof values.id === 'number'
  const current = isStored ? rowsById(writing.current?.[field.name]).get(values.id as number) : undefined
  const who = rowWriteContext(writing, current)
  const record = applyInput(resource, values, who).after
  const context: RuleContext = { ...who, record }
  const isOpen = isStored ? rights.edit : rights.create
  const row = translate('forms.rows.row', { row: at + 1 })
  const columns = Object.values(resource.fields)
  const cells = columns.filter(cell => holds(cell.visible, context))
  const entered = cells.filter(cell => isOpen && isWritable(cell, context))
  const source = useMemo(
    () => ({ getSource: (name: string) => `${place}.${name}`, getLabel: (name: string) => name }),
    [place],
  )
  return (
    <Paper variant="outlined" role="group" aria-label={row} data-row={at} sx={ROW}>
      <ReferredDefaults resource={resource} writing={who} below={place} />
      <Typography color="text.secondary" aria-hidden sx={{ gridArea: 'number', pt: 1 }}>
        {at + 1}
      </Typography>
      <Box sx={{ ...cellsOf(columns.length), ...LABELS_OF_HEAD }}>
        <SourceContextProvider value={source}>
          {columns.map(cell =>
            cells.includes(cell) ? (
              <RowCell
                key={cell.name}
                cell={cell}
                at={at}
                level={writing.level}
                isEntered={entered.includes(cell)}
                required={cell.required !== undefined && holds(cell.required.when, context)}
                record={record}
              />
            ) : (
              // Keeps the fields beside it below their heads.
              <Box key={cell.name} sx={{ display: { xs: 'none', sm: 'block' } }} />
            ),
          )}
        </SourceContextProvider>
        <RowProblem field={field} at={at} entered={entered} />
      </Box>
      <Box data-row-actions sx={ACTIONS}>
        {isMovable && (
          <>
            <IconButton
              data-move="up"
              aria-label={translate('forms.rows.up', { row: at + 1 })}
              onClick={onUp}
              disabled={!onUp}
            >
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              data-move="down"
              aria-label={translate('forms.rows.down', { row: at + 1 })}
              onClick={onDown}
              disabled={!onDown}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
          </>
        )}
        {(!isStored || rights.remove) && (
          <IconButton aria-label={translate('forms.rows.remove', { row: at + 1 })} onClick={onRemove}>
            <Delete fontSize="small" />
          </IconButton>
        )}
      </Box>
    </Paper>
  )
}

interface RowCellProps {
  cell: CompiledField
  at: number
  level: number
  isEntered: boolean
  required: boolean
  record: Values
}

/** Named by its row and its column. */
const RowCell = memo(
  ({ cell, at, level, isEntered, required, record }: RowCellProps) => {
    const translate = useTranslate()
    const column = translate(cell.label)
    const label = translate('forms.rows.cell', { row: at + 1, column })
    const named = useMemo(() => ({ ...cell, label: { ko: label, en: label } }), [cell, label])
    if (isEntered) return <EnteredField field={named} required={required} level={level} helped={false} />
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
  // Inputs render entered values themselves; for read-only cells the record is compared.
  (before, after) =>
    (Object.keys(after) as (keyof RowCellProps)[]).every(
      key => before[key] === after[key] || (key === 'record' && after.isEntered),
    ),
)

/**
 * What is wrong with a row and is said at none of its cells: a rule over several of them, or a row that is none of this
 * record.
 */
function RowProblem({
  field,
  at,
  entered,
}: {
  field: ChildrenField
  at: number
  entered: readonly CompiledField[]
}) {
  const { errors } = useFormState({ name: field.name })
  const ofRow = (errors[field.name] as unknown as Record<number, FieldErrors> | undefined)?.[at] ?? {}
  const names = new Set(entered.map(({ name }) => name))
  const texts = Object.entries(ofRow).flatMap(([name, error]) => (names.has(name) ? [] : sentencesIn(error)))
  return texts.length === 0 ? null : (
    <FormHelperText error role="alert" sx={{ mx: 0, gridColumn: '1 / -1' }}>
      {[...new Set(texts)].join(' ')}
    </FormHelperText>
  )
}

/** Sentences of an error, or of those within it (`checks.few`). */
function sentencesIn(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { message } = error as { message?: unknown }
  if (typeof message === 'string') return [message]
  return Object.entries(error).flatMap(([name, inside]) => (name === 'ref' ? [] : sentencesIn(inside)))
}
