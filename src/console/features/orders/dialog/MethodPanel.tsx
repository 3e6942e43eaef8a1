/** One order method: its caption, the input that its content asks for, and the button that sends it to the device. */
import ExpandMore from '@mui/icons-material/ExpandMore'
import PlayArrow from '@mui/icons-material/PlayArrow'
import { Accordion, AccordionDetails, AccordionSummary, Box, Typography } from '@mui/material'
import { useEvent, useTranslate } from 'ra-core'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import {
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { Method } from '../../../../contract/methods'
import type { CompiledResource } from '../../../../engine/compiled'
import { isInDialog } from '../../../../engine/fields/addedFields'
import {
  checkMethodValue,
  concealed,
  methodRules,
  methodSchema,
  unusable,
} from '../../../../engine/orderMethods'
import { writableRecord } from '../../../../engine/validation/writableRecord'
import { useConfig } from '../../../config'
import { ConsoleForm, showFieldErrors } from '../../../forms/ConsoleForm'
import { MethodValueInput, UnusableMethod } from '../../../forms/method/MethodValueInput'
import type { MethodValue } from '../../../forms/method/methodControl'
import { changedFields, keptValues, startValues, type Values } from '../../../forms/record/formValues'
import { useKeepInput, useRestoredInput } from '../../../keptInput'
import { BusyButton } from '../../../ui/controls/BusyButton'
import {
  AddedFields,
  addedPath,
  type Registration,
  useAddedErrors,
  useOrderWriting,
  useRegister,
} from '../../registering'

export interface MethodPanelProps {
  method: Method
  /** Id of the device that it is sent to. */
  device: string
  /** The fields that config adds to orders. */
  added: CompiledResource
  open: boolean
  onToggle: (open: boolean) => void
  onSent: (method: Method, registration: Registration) => void
}

export function MethodPanel({ method, device, added, open, onToggle, onSent }: MethodPanelProps) {
  const translate = useTranslate()
  const errorsOf = useAddedErrors(added)
  const config = useConfig()
  const rules = useMemo(() => methodRules(config), [config])
  const wrong = unusable(method.content, rules)
  const inputKey = `control/${device}/${method.code}`
  const restored = useRestoredInput<KeptCommand>(inputKey)
  const [value, setValue] = useState(restored?.value)
  const kept = value === undefined ? '' : (concealed(method.content, String(value), rules) ?? value)
  const openRestored = useEvent(() => restored && onToggle(true))
  useEffect(() => void openRestored(), [openRestored])
  const { busy, register } = useRegister()
  const panel = `method-${method.code}`
  const writing = useOrderWriting(method.code)
  const asked = useMemo(() => inDialog(added), [added])
  const asks = asked.form?.sections.some(({ fields }) => fields.length > 0)
  const [start] = useState(() => ({ extra: startValues(added, undefined, writing) }))
  const [begun] = useState(() => ({ extra: { ...start.extra, ...keptValues(added, restored?.extra ?? {}) } }))

  const resolver: Resolver<FieldValues> = values => {
    const errors = errorsOf(values.extra, method.code)
    const refused = checkMethodValue(method.content, value, rules)
    if (refused)
      errors.value = { type: refused.code, message: translate(`errors.${refused.code}`, refused.params) }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
  const send = async ({ extra = {} }: FieldValues, sheet: UseFormReturn) => {
    const data = value === undefined ? '' : String(value)
    const further = writableRecord(added, extra, writing)
    const registration = await register({ ...further, code: method.code, data, targets: [device] })
    // What was not registered stays, to be corrected and sent again.
    if (registration.kind === 'registered') {
      setValue(undefined)
      sheet.reset(start)
    }
    if (registration.kind === 'refused') {
      const { data: ofValue, ...fields } = registration.fields
      const errors = Object.entries({ ...fields, value: ofValue }).flatMap(([name, text = '']) =>
        text ? [[name === 'value' ? name : addedPath(name), text] as const] : [],
      )
      showFieldErrors(
        sheet,
        errors.map(([name]) => name),
        Object.fromEntries(errors),
      )
    }
    onSent(method, registration)
  }

  return (
    <Accordion
      expanded={open}
      onChange={(_, next) => onToggle(next)}
      disableGutters
      variant="outlined"
      slotProps={{
        heading: { component: 'h3' },
        // What is entered stays while the panel is closed.
        transition: { mountOnEnter: true, unmountOnExit: Object.keys(added.fields).length === 0 },
      }}
      sx={{ '&:not(:last-of-type)': { borderBottom: 0 }, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} id={`${panel}-header`} aria-controls={`${panel}-content`}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {method.caption}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {wrong ? (
          <UnusableMethod problem={wrong} />
        ) : (
          <ConsoleForm defaultValues={begun} resolver={resolver} onSubmit={send}>
            <KeepCommand
              inputKey={inputKey}
              value={kept === '' ? undefined : kept}
              added={added}
              start={start.extra}
              open={open}
            />
            <Box sx={asks || methodSchema(method.content, rules) ? STACKED : BESIDE}>
              <Box sx={{ flex: 1, minWidth: 200 }}>
                <ValueInput
                  content={method.content}
                  label={method.caption}
                  value={value}
                  onChange={setValue}
                  disabled={busy}
                />
              </Box>
              <AddedFields added={asked} writing={writing} />
              <BusyButton
                type="submit"
                variant="contained"
                startIcon={<PlayArrow />}
                busy={busy}
                aria-label={translate('orders.dialog.runOf', { caption: method.caption })}
                sx={{ width: { xs: 1, sm: 'auto' }, minHeight: 40, justifySelf: 'end' }}
              >
                {translate('orders.dialog.run')}
              </BusyButton>
            </Box>
          </ConsoleForm>
        )}
      </AccordionDetails>
    </Accordion>
  )
}

/** What was entered when the session ended. */
interface KeptCommand {
  value?: MethodValue
  extra?: Values
}

interface KeepCommandProps extends Pick<MethodPanelProps, 'added' | 'open'> {
  inputKey: string
  /** Without a secret. */
  value: MethodValue | undefined
  /** What the added fields begin with. */
  start: Values
}

function KeepCommand({ inputKey, value, added, start, open }: KeepCommandProps) {
  const { getValues } = useFormContext()
  useKeepInput(inputKey, () => {
    const extra = keptValues(added, (getValues('extra') as Values | undefined) ?? {})
    const isEntered = changedFields(added, start, { ...start, ...extra }).length > 0
    if (!open || (value === undefined && !isEntered)) return undefined
    return { value, ...(isEntered && { extra }) } satisfies KeptCommand
  })
  return null
}

/** The button stands beside one value, and below several or further fields. */
const BESIDE = { display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1.5, alignItems: 'start' }
const STACKED = { display: 'grid', gap: 2 }

/** With those of the form alone that this dialog asks for. */
const inDialog = (added: CompiledResource): CompiledResource => ({
  ...added,
  form: added.form && {
    ...added.form,
    sections: added.form.sections.map(section => ({
      ...section,
      fields: section.fields.filter(name => added.fields[name] && isInDialog(added.fields[name])),
    })),
  },
})

/** The value of the method; its problem is cleared by the next change. */
function ValueInput({ onChange, ...props }: Omit<ComponentProps<typeof MethodValueInput>, 'problem'>) {
  const { clearErrors } = useFormContext()
  const { errors } = useFormState()
  return (
    <MethodValueInput
      {...props}
      problem={errors.value?.message as string | undefined}
      onChange={next => {
        onChange(next)
        clearErrors('value')
      }}
    />
  )
}
