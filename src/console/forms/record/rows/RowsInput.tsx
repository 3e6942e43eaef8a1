/**
 * The rows of a `children` field, entered within the form of the record to which they belong: added, changed, moved
 * and taken out there, and saved with it. Each cell is the input of its kind, judged by the rules of the rows' own
 * resource.
 *
 * Instead of `ArrayInput`: WCAG 1.3.1: its label is a span that names no group.
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
import { FormRow, leastWidth, RowHeads } from './FormRow'
import { newRow } from './rowValues'

interface RowsInputProps {
  field: ChildrenField
  writing: WriteContext
  helped: boolean
}

export default function RowsInput(props: RowsInputProps) {
  const child = useConfig().resources[props.field.children.resource]
  return child ? <Rows {...props} child={child} /> : null
}

/** What has the focus after the rows are rendered again. */
type Focus = { at: number; on: 'cell' | 'up' | 'down' } | 'add'

function Rows({ field, writing, helped, child }: RowsInputProps & { child: CompiledResource }) {
  const { name, children, max = KINDS.children.longest! } = field
  const translate = useTranslate()
  const id = useId()
  const { control } = useFormContext()
  const { errors } = useFormState({ name })
  const { fields: rows, append, remove, move } = useFieldArray({ control, name, keyName: 'rowKey' })
  const resource = useMemo(() => cellResource(child, field), [child, field])
  const cells = Object.values(resource.fields)
  const rights = rowRights(child, field, writing)
  const [said, setSaid] = useState('')
  const { frame, focus } = useRowFocus(rows)
  const problem = (errors[name] as { message?: unknown } | undefined)?.message
  const mayMove = children.order !== undefined && rights.edit
  const help = helped ? translate(field.help) : ''

  const add = () => {
    focus({ at: rows.length, on: 'cell' })
    append(newRow(resource, writing), { shouldFocus: false })
    setSaid(translate('forms.rows.added', { row: rows.length + 1 }))
  }
  const takeOut = (at: number) => {
    focus(rows.length > 1 ? { at: Math.min(at, rows.length - 2), on: 'cell' } : 'add')
    remove(at)
    setSaid(translate('forms.rows.removed', { row: at + 1 }))
  }
  const moveTo = (at: number, to: number) => {
    focus({ at: to, on: to < at ? 'up' : 'down' })
    move(at, to)
    setSaid(translate('forms.rows.moved', { row: to + 1 }))
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
                minWidth: leastWidth(cells.length),
              }}
            >
              <RowHeads cells={cells} />
              {rows.map(({ rowKey }, at) => (
                <FormRow
                  key={rowKey}
                  field={field}
                  resource={resource}
                  writing={writing}
                  rights={rights}
                  at={at}
                  onUp={mayMove && at > 0 ? () => moveTo(at, at - 1) : undefined}
                  onDown={mayMove && at < rows.length - 1 ? () => moveTo(at, at + 1) : undefined}
                  isMovable={mayMove}
                  onRemove={() => takeOut(at)}
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
          onClick={add}
          disabled={rows.length >= max}
          sx={{ mt: 1 }}
          aria-label={translate('forms.rows.addTo', { name: translate(field.label) })}
        >
          {translate('forms.rows.add')}
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </Box>
  )
}

/** What can be entered: not the native input behind MUI's dropdown. */
const CELL =
  'input:not([aria-hidden="true"]):not([disabled]), textarea:not([aria-hidden="true"]), [role="combobox"]'

/** Keeps the focus within the rows when they change. */
function useRowFocus(rows: readonly unknown[]) {
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useRef<Focus>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render of the rows
  useEffect(() => {
    const focus = wanted.current
    wanted.current = undefined
    if (!focus || !frame.current) return
    const find = (selector: string) => frame.current?.querySelector<HTMLElement>(selector)
    if (focus === 'add') {
      find('[data-rows="add"]')?.focus()
      return
    }
    const row = `[data-row="${focus.at}"]`
    const button = `${row} [data-row-actions] button:not([disabled])`
    const first = focus.on === 'cell' ? find(`:is(${CELL.replace(/(^|, )/g, `$1${row} `)})`) : undefined
    const moved = focus.on === 'cell' ? undefined : find(`${button}[data-move="${focus.on}"]`)
    ;(first ?? moved ?? find(button))?.focus()
  }, [rows])
  return {
    frame,
    focus: (focus: Focus) => {
      wanted.current = focus
    },
  }
}
