/** The `Value` of an order method: its two bounds, or its choices as rows with their words in both languages. */
import Add from '@mui/icons-material/Add'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import { Box, Button, TextField } from '@mui/material'
import { useTranslate, useWrappedSource } from 'ra-core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type ChoiceRow, choiceRows, choicesOfRows } from '../../../../domain/methodInput'
import { parseNumber } from '../../../../domain/typed'
import { useConfig } from '../../../config'
import { TipButton } from '../../../ui/controls/TipButton'
import { InputHelp } from '../InputHelp'
import { type InputProps, inputText, useFieldInput } from '../input'

export function MethodBoundsInput(props: InputProps) {
  // The field `Type` is a sibling of the value.
  const type: unknown = useWatch({ name: useWrappedSource(props.field.name.replace(/\w+$/, 'Type')) })
  const { orderMethods } = useConfig()
  if (type === 'array') return <ChoiceRows {...props} />
  const isBounded = orderMethods[String(type)]?.bounds !== 'none'
  return isBounded ? <Bounds {...props} /> : null
}

const BOUNDS = ['min', 'max'] as const

/** The inputs of the two bounds. An empty input means the default bound (§9), which it shows as its placeholder. */
function Bounds(props: InputProps) {
  const translate = useTranslate()
  const { methodBounds } = useConfig().app.limits
  const { id, value, change, blur, label, problem, help } = useFieldInput(props)
  const bounds: unknown[] = Array.isArray(value) ? value : []
  const set = (index: number, text: string) => {
    const next = BOUNDS.map((_, at) => (at === index ? parseNumber(text) : (bounds[at] ?? '')))
    change(next.every(bound => bound === '') ? null : next)
  }
  return (
    <Box component="fieldset" aria-describedby={`${id}help`} sx={GROUP}>
      <Box component="legend" sx={LEGEND}>
        {label}
      </Box>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        {BOUNDS.map((bound, index) => (
          <TextField
            key={bound}
            label={translate(`forms.bounds.${bound}`)}
            value={inputText(bounds[index])}
            placeholder={String(methodBounds[bound])}
            error={problem !== undefined}
            onChange={({ target }) => set(index, target.value)}
            onBlur={blur}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      </Box>
      <InputHelp id={`${id}help`} problem={problem} help={help} />
    </Box>
  )
}

const GROUP = { border: 0, m: 0, p: 0, minWidth: 0 } as const
const LEGEND = { p: 0, mb: 1, fontSize: 12, color: 'text.secondary' } as const

const COLUMNS = ['const', 'ko', 'en'] as const

function ChoiceRows(props: InputProps) {
  const translate = useTranslate()
  const { id, value, change, label, problem, help } = useFieldInput(props)
  // An incomplete row is kept here only: it is not part of the value yet.
  const [rows, setRows] = useState(() => [...choiceRows(value), { const: '', ko: '', en: '' }])
  const set = (next: ChoiceRow[]) => {
    setRows(next)
    change(choicesOfRows(next))
  }
  return (
    <Box component="fieldset" aria-describedby={`${id}help`} sx={GROUP}>
      <Box component="legend" sx={LEGEND}>
        {label}
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Box key={index} sx={ROW}>
            {COLUMNS.map(column => (
              <TextField
                key={column}
                label={translate(`forms.choices.${column}`)}
                value={row[column]}
                onChange={({ target }) => set(rows.with(index, { ...row, [column]: target.value }))}
              />
            ))}
            <TipButton
              label={translate('forms.choices.remove', { name: row.const || String(index + 1) })}
              onClick={() => set(rows.toSpliced(index, 1))}
            >
              <DeleteOutline fontSize="small" />
            </TipButton>
          </Box>
        ))}
        <Button
          size="small"
          color="inherit"
          startIcon={<Add />}
          onClick={() => setRows([...rows, { const: '', ko: '', en: '' }])}
          sx={{ justifySelf: 'start' }}
        >
          {translate('forms.choices.add')}
        </Button>
      </Box>
      <InputHelp id={`${id}help`} problem={problem} help={help} />
    </Box>
  )
}

const ROW = {
  display: 'grid',
  gap: 1,
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'repeat(3, minmax(0, 1fr)) auto' },
  // On a phone the fields are below each other, and the button is beside the first.
  '& > .MuiTextField-root': { gridColumn: { xs: 1, sm: 'auto' } },
  '& > button': { gridRow: 1, gridColumn: -2 },
}
