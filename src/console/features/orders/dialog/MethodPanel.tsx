/** One order method: its caption, the input that its content defines, and the button that sends it to the device. */
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
import type { OrderSheet } from '../../../../contract/orders'
import type { CompiledResource } from '../../../../engine/compiled'
import { isInDialog } from '../../../../engine/fields/addedFields'
import {
  checkMethodValue,
  methodProblem,
  methodRules,
  methodSchema,
  withoutSecretParts,
} from '../../../../engine/orderMethods'
import { writableRecord } from '../../../../engine/validation/writableRecord'
import { useConfig } from '../../../config'
import { ConsoleForm, reasonBeside, showFieldErrors } from '../../../forms/ConsoleForm'
import { MethodValueInput, UnusableMethod } from '../../../forms/method/MethodValueInput'
import type { MethodValue } from '../../../forms/method/methodControl'
import { changedFields, startValues, storableValues, type Values } from '../../../forms/record/formValues'
import { useKeepInput, useRestoredInput } from '../../../keptInput'
import { BusyButton } from '../../../ui/controls/BusyButton'
import { UnsavedInput } from '../../../ui/dialogs/unsavedInput'
import { StatusDot } from '../../../ui/StatusDot'
import {
  AddedFields,
  addedPath,
  type Registration,
  useAddedErrors,
  useOrderWriteContext,
  useRegister,
} from '../../registering'

export interface MethodPanelProps {
  method: Method
  /** Id of the target device. */
  device: string
  /** The fields that config adds to orders. */
  added: CompiledResource
  open: boolean
  onToggle: (open: boolean) => void
  /** Asks before a command that interrupts the device. @returns whether to send it */
  confirm: (method: Method) => Promise<boolean>
  onSent: (sent: Sent, registration: Registration) => void
}

/** A command that was sent, for sending it again. */
export interface Sent {
  method: Method
  sheet: OrderSheet
}

export function MethodPanel({ method, device, added, open, onToggle, confirm, onSent }: MethodPanelProps) {
  const translate = useTranslate()
  const errorsOf = useAddedErrors(added)
  const config = useConfig()
  const rules = useMemo(() => methodRules(config), [config])
  const problem = methodProblem(method.content, rules)
  const inputKey = `control/${device}/${method.code}`
  const restored = useRestoredInput<StoredCommand>(inputKey)
  const [value, setValue] = useState(restored?.value)
  // `withoutSecretParts` returns undefined for a method without secrets.
  const valueToKeep =
    value === undefined ? '' : (withoutSecretParts(method.content, String(value), rules) ?? value)
  // Opens the panel if it has restored input.
  const openRestored = useEvent(() => restored && onToggle(true))
  useEffect(() => void openRestored(), [openRestored])
  const { busy, register } = useRegister()
  const panelId = `method-${method.code}`
  const writing = useOrderWriteContext(method.code)
  const dialogFields = useMemo(() => onlyDialogFields(added), [added])
  const hasDialogFields = dialogFields.form?.sections.some(({ fields }) => fields.length > 0)
  const [emptyValues] = useState(() => ({ extra: startValues(added, undefined, writing) }))
  const [initialValues] = useState(() => ({
    extra: { ...emptyValues.extra, ...storableValues(added, restored?.extra ?? {}) },
  }))

  const resolver: Resolver<FieldValues> = values => {
    const errors = errorsOf(values.extra, method.code)
    const invalid = checkMethodValue(method.content, value, rules)
    if (invalid)
      errors.value = { type: invalid.code, message: translate(`errors.${invalid.code}`, invalid.params) }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
  const send = async ({ extra = {} }: FieldValues, form: UseFormReturn) => {
    const data = value === undefined ? '' : String(value)
    const addedValues = writableRecord(added, extra, writing)
    const sheet = { ...addedValues, code: method.code, data, targets: [device] }
    if (!(await confirm(method))) return
    const registration = await register(sheet)
    // Any other outcome keeps the input, so that the user can correct it and send it again.
    if (registration.kind === 'registered') {
      setValue(undefined)
      form.reset(emptyValues)
    }
    if (registration.kind === 'refused') {
      // The server calls the value `data`, the form calls it `value`.
      const { data: valueError, ...fields } = registration.fields
      const errors = Object.fromEntries(
        Object.entries({ ...fields, value: valueError }).flatMap(([name, text = '']) =>
          text && (name === 'value' || name in added.fields)
            ? [[name === 'value' ? name : addedPath(name), text] as const]
            : [],
        ),
      )
      const shownFields = showFieldErrors(form, Object.keys(errors), errors)
      return onSent(
        { method, sheet },
        { ...registration, reason: reasonBeside(shownFields, errors, registration.reason) },
      )
    }
    onSent({ method, sheet }, registration)
  }

  return (
    <Accordion
      expanded={open}
      onChange={(_, next) => onToggle(next)}
      disableGutters
      variant="outlined"
      slotProps={{
        heading: { component: 'h3' },
        // With added fields the closed panel stays mounted, since only its form has their values.
        transition: { mountOnEnter: true, unmountOnExit: Object.keys(added.fields).length === 0 },
      }}
      sx={{ '&:not(:last-of-type)': { borderBottom: 0 }, '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        expandIcon={<ExpandMore />}
        id={`${panelId}-header`}
        aria-controls={`${panelId}-content`}
        aria-description={method.content.Danger ? translate('orders.danger.many') : undefined}
      >
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {method.caption}
        </Typography>
        {method.content.Danger && (
          <Box aria-hidden component="span" sx={{ ml: 1.5 }}>
            <StatusDot tone="warning" label={translate('orders.danger.mark')} />
          </Box>
        )}
      </AccordionSummary>
      <AccordionDetails>
        {problem ? (
          <UnusableMethod problem={problem} />
        ) : (
          <ConsoleForm defaultValues={initialValues} resolver={resolver} onSubmit={send}>
            <UnsavedInput isEntered={!busy && value !== undefined && value !== ''} />
            <KeepCommand
              inputKey={inputKey}
              value={valueToKeep === '' ? undefined : valueToKeep}
              added={added}
              emptyValues={emptyValues.extra}
              open={open}
            />
            <Box sx={hasDialogFields || methodSchema(method.content, rules) ? STACKED : INLINE}>
              <Box sx={{ flex: 1, minWidth: 200 }}>
                <ValueInput
                  content={method.content}
                  label={method.caption}
                  value={value}
                  onChange={setValue}
                  disabled={busy}
                />
              </Box>
              <AddedFields added={dialogFields} writing={writing} />
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

/** Input that is stored when the session ends, and restored after the next sign-in. */
interface StoredCommand {
  value?: MethodValue
  extra?: Values
}

interface KeepCommandProps extends Pick<MethodPanelProps, 'added' | 'open'> {
  inputKey: string
  /** The value to store, without its secret parts. */
  value: MethodValue | undefined
  /** The initial values of the added fields. */
  emptyValues: Values
}

function KeepCommand({ inputKey, value, added, emptyValues, open }: KeepCommandProps) {
  const { getValues } = useFormContext()
  useKeepInput(inputKey, () => {
    const extra = storableValues(added, (getValues('extra') as Values | undefined) ?? {})
    const hasExtra = changedFields(added, emptyValues, { ...emptyValues, ...extra }).length > 0
    if (!open || (value === undefined && !hasExtra)) return undefined
    return { value, ...(hasExtra && { extra }) } satisfies StoredCommand
  })
  return null
}

/** The button is beside a single value, and below several values or added fields. */
const INLINE = { display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1.5, alignItems: 'start' }
const STACKED = { display: 'grid', gap: 2 }

/** The added fields, reduced to those that config shows in this dialog. */
const onlyDialogFields = (added: CompiledResource): CompiledResource => ({
  ...added,
  form: added.form && {
    ...added.form,
    sections: added.form.sections.map(section => ({
      ...section,
      fields: section.fields.filter(name => added.fields[name] && isInDialog(added.fields[name])),
    })),
  },
})

/** The input for the value; a change clears its error. */
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
