/** One order method: its caption, the input that its content asks for, and the button that sends it to the device. */
import ExpandMore from '@mui/icons-material/ExpandMore'
import PlayArrow from '@mui/icons-material/PlayArrow'
import { Accordion, AccordionDetails, AccordionSummary, Alert, Box, Button, Typography } from '@mui/material'
import { useEvent, useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Method } from '../../../../contract/methods'
import { checkMethodValue, methodForm, methodRules } from '../../../../engine/orderMethods'
import { useConfig } from '../../../config'
import { MethodInput } from '../../../forms/method/MethodInput'
import type { MethodValue } from '../../../forms/method/methodControl'
import { useKeepInput, useRestoredInput } from '../../../keptInput'
import { useSingleFlight } from '../../../ui/controls/useSingleFlight'
import { type Registration, useRegister } from '../../registering'

export interface MethodPanelProps {
  method: Method
  /** Id of the device that it is sent to. */
  device: string
  open: boolean
  onToggle: (open: boolean) => void
  onSent: (method: Method, registration: Registration) => void
}

export function MethodPanel({ method, device, open, onToggle, onSent }: MethodPanelProps) {
  const translate = useTranslate()
  const config = useConfig()
  const rules = useMemo(() => methodRules(config), [config])
  const form = useMemo(() => methodForm(method.content, rules), [method, rules])
  const secret = config.orderMethods[method.content.Type]?.input === 'password'
  const inputKey = `control/${device}/${method.code}`
  const restored = useRestoredInput<{ value: MethodValue }>(inputKey)
  const [value, setValue] = useState(restored?.value)
  useKeepInput(inputKey, () => (open && !secret && value !== undefined ? { value } : undefined))
  const openRestored = useEvent(() => restored && onToggle(true))
  useEffect(() => void openRestored(), [openRestored])
  const [problem, setProblem] = useState<string>()
  const { busy, register } = useRegister()
  const panel = `method-${method.code}`

  const send = useSingleFlight(async () => {
    const wrong = checkMethodValue(method.content, value, rules)
    setProblem(wrong && translate(`errors.${wrong.code}`, wrong.params))
    if (wrong) return
    const data = value === undefined ? '' : String(value)
    const registration = await register({ code: method.code, data, targets: [device] })
    // A value that was not registered stays, to be corrected and sent again.
    if (registration.kind === 'registered') setValue(undefined)
    if (registration.kind === 'refused') setProblem(registration.fields.data)
    onSent(method, registration)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  return (
    <Accordion
      expanded={open}
      onChange={(_, next) => onToggle(next)}
      disableGutters
      variant="outlined"
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{ '&:not(:last-of-type)': { borderBottom: 0 }, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} id={`${panel}-header`} aria-controls={`${panel}-content`}>
        <Typography component="span" sx={{ fontWeight: 500 }}>
          {method.caption}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        {form ? (
          <Box
            component="form"
            noValidate
            onSubmit={submit}
            sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1.5, alignItems: 'start' }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <MethodInput
                form={form}
                label={method.caption}
                value={value}
                onChange={next => {
                  setValue(next)
                  setProblem(undefined)
                }}
                problem={problem}
                disabled={busy}
              />
            </Box>
            <Button
              type="submit"
              variant="contained"
              startIcon={<PlayArrow />}
              loading={busy}
              loadingPosition="start"
              aria-label={translate('orders.dialog.runOf', { caption: method.caption })}
              sx={{ width: { xs: 1, sm: 'auto' }, minHeight: 40 }}
            >
              {translate('orders.dialog.run')}
            </Button>
          </Box>
        ) : (
          <Alert severity="warning">
            {translate('errors.valueTypeUnknown', { type: method.content.Type })}
          </Alert>
        )}
      </AccordionDetails>
    </Accordion>
  )
}
