/**
 * The rows of a `children` field within the form of their parent record. They are added, changed, moved and removed
 * here, validated by the rules of their own resource, and saved together with the parent.
 *
 * Does not use `ArrayInput`, whose label is a span that labels no group (WCAG 1.3.1).
 */
import Add from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { ResourceContextProvider } from 'ra-core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { type ChildrenField, cellResource, rowRights } from '../../../../engine/children'
import type { CompiledResource } from '../../../../engine/compiled'
import { KINDS } from '../../../../engine/kinds'
import type { WriteContext } from '../../../../engine/validation/writableRecord'
import { useConfig, useTranslate } from '../../../config'
import { ColumnHeadings, FormRow, minRowsWidth } from './FormRow'
import { newRow } from './rowValues'

interface RowsInputProps {
  field: ChildrenField
  writing: WriteContext
  showsHelp: boolean
}

export default function RowsInput(props: RowsInputProps) {
  const child = useConfig().resources[props.field.children.resource]
  return child ? <Rows {...props} child={child} /> : null
}

/** The element to focus after the rows were rendered again. */
type Focus = { index: number; on: 'cell' | 'up' | 'down' } | 'add'

function Rows({ field, writing, showsHelp, child }: RowsInputProps & { child: CompiledResource }) {
  const { name, children, max = KINDS.children.defaultMax! } = field
  const translate = useTranslate()
  const id = useId()
  const { control } = useFormContext()
  const { errors } = useFormState({ name })
  const { fields: rows, append, remove, move } = useFieldArray({ control, name, keyName: 'rowKey' })
  const resource = useMemo(() => cellResource(child, field), [child, field])
  const cells = Object.values(resource.fields)
  const rights = rowRights(child, field, writing)
  const [announcement, announce] = useState('')
  const { frame, focusNext } = useRowFocus(rows)
  const problem = (errors[name] as { message?: unknown } | undefined)?.message
  const canMove = children.order !== undefined && rights.edit
  const help = showsHelp ? translate(field.help) : ''

  const addRow = () => {
    focusNext({ index: rows.length, on: 'cell' })
    append(newRow(resource, writing), { shouldFocus: false })
    announce(translate('forms.rows.added', { row: rows.length + 1 }))
  }
  const removeRow = (index: number) => {
    // Focuses the row that takes the index of the removed row. If the last row was removed, focuses the new last row.
    focusNext(rows.length > 1 ? { index: Math.min(index, rows.length - 2), on: 'cell' } : 'add')
    remove(index)
    announce(translate('forms.rows.removed', { row: index + 1 }))
  }
  const moveRow = (from: number, to: number) => {
    focusNext({ index: to, on: to < from ? 'up' : 'down' })
    move(from, to)
    announce(translate('forms.rows.moved', { row: to + 1 }))
  }

  return (
    <Box
      ref={frame}
      role="group"
      aria-labelledby={id}
      aria-describedby={problem ? `${id}problem` : undefined}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography id={id} variant="h4" component="div">
          {translate(field.label)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('forms.rows.count', { count: rows.length, most: max })}
        </Typography>
      </Box>
      {help && <FormHelperText sx={{ mx: 0, mb: 1 }}>{help}</FormHelperText>}
      {rows.length === 0 && (
        <Typography color="text.secondary" sx={{ py: 1 }}>
          {translate('forms.rows.none')}
        </Typography>
      )}
      <ResourceContextProvider value={child.name}>
        {rows.length > 0 && (
          <Box data-sideways sx={{ overflowX: { sm: 'auto' } }}>
            <Box
              sx={{
                display: 'grid',
                gap: 1,
                gridTemplateColumns: 'minmax(0, 1fr)',
                minWidth: minRowsWidth(cells.length),
              }}
            >
              <ColumnHeadings cells={cells} />
              {rows.map(({ rowKey }, index) => (
                <FormRow
                  key={rowKey}
                  field={field}
                  resource={resource}
                  writing={writing}
                  rights={rights}
                  index={index}
                  onUp={canMove && index > 0 ? () => moveRow(index, index - 1) : undefined}
                  onDown={canMove && index < rows.length - 1 ? () => moveRow(index, index + 1) : undefined}
                  isMovable={canMove}
                  onRemove={() => removeRow(index)}
                />
              ))}
            </Box>
          </Box>
        )}
      </ResourceContextProvider>
      {typeof problem === 'string' && (
        <FormHelperText id={`${id}problem`} error role="alert" sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
      {rights.create && (
        <Button
          data-rows="add"
          startIcon={<Add />}
          onClick={addRow}
          disabled={rows.length >= max}
          sx={{ mt: 1 }}
          aria-label={translate('forms.rows.addTo', { name: translate(field.label) })}
        >
          {translate('forms.rows.add')}
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Box>
  )
}

/** The inputs of a cell, without the hidden native input of MUI's dropdown. */
const CELL =
  'input:not([aria-hidden="true"]):not([disabled]), textarea:not([aria-hidden="true"]), [role="combobox"]'

const ENABLED_BUTTON = '[data-row-actions] button:not([disabled])'

/** Keeps the focus within the rows when a row is added, removed or moved. */
function useRowFocus(rows: readonly unknown[]) {
  const frame = useRef<HTMLDivElement>(null)
  const nextFocus = useRef<Focus>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render of the rows
  useEffect(() => {
    const focus = nextFocus.current
    nextFocus.current = undefined
    if (!focus || !frame.current) return
    if (focus === 'add') {
      frame.current.querySelector<HTMLElement>('[data-rows="add"]')?.focus()
      return
    }
    const row = frame.current.querySelector(`[data-row="${focus.index}"]`)
    const selector = focus.on === 'cell' ? CELL : `${ENABLED_BUTTON}[data-move="${focus.on}"]`
    const element =
      row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>(ENABLED_BUTTON)
    element?.focus()
  }, [rows])
  return {
    frame,
    focusNext: (focus: Focus) => {
      nextFocus.current = focus
    },
  }
}
