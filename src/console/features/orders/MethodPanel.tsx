/** One order method: its caption, its input drawn from its content, and the button that sends it to the device. */
import ExpandMore from '@mui/icons-material/ExpandMore'
import PlayArrow from '@mui/icons-material/PlayArrow'
import { Accordion, AccordionDetails, AccordionSummary, Alert, Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useMemo, useState } from 'react'
import type { Method } from '../../../contract/methods'
import { checkMethodValue, methodForm, methodRules } from '../../../engine/orderMethods'
import { useConfig } from '../../config'
import { boundsOf } from '../../forms/method/boundsOf'
import { MethodInput } from '../../forms/method/MethodInput'
import type { MethodValue } from '../../forms/method/report'
import { useOnce } from '../../ui/useOnce'
import { type RegisteredOrder, useRegister } from '../registering'

interface MethodPanelProps {
  method: Method
  /** Id of the device that it is sent to. */
  device: string
  open: boolean
  onToggle: (open: boolean) => void
  onDone: (order: RegisteredOrder) => void
  onFailed: (reason: string) => void
}

export function MethodPanel({ method, device, open, onToggle, onDone, onFailed }: MethodPanelProps) {
  const translate = useTranslate()
  const config = useConfig()
  const rules = useMemo(() => methodRules(config), [config])
  const form = useMemo(() => methodForm(method.content, rules), [method, rules])
  const [value, setValue] = useState<MethodValue>()
  const [refusal, setRefusal] = useState<string>()
  const { busy, register } = useRegister()
  const panel = `method-${method.code}`

  const send = useOnce(async () => {
    const problem = checkMethodValue(method.content, value, rules)
    if (problem) {
      setRefusal(translate(`errors.${problem.code}`, problem.params))
      return
    }
    setRefusal(undefined)
    const answer = await register({
      code: method.code,
      data: value === undefined ? '' : String(value),
      targets: [device],
    })
    if (answer.kind === 'registered') {
      setValue(undefined)
      onDone(answer.order)
      return
    }
    // What was entered stays, so that it can be mended and sent again.
    setRefusal(answer.kind === 'refused' ? answer.fields.data : undefined)
    onFailed(answer.reason)
  })
  const run = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  return (
    <Accordion
      expanded={open}
      onChange={(_, next) => onToggle(next)}
      disableGutters
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{
        border: 1,
        borderColor: 'divider',
        '&:not(:last-of-type)': { borderBottom: 0 },
        '&::before': { display: 'none' },
      }}
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
            onSubmit={run}
            sx={{
              display: 'flex',
              flexWrap: { xs: 'wrap', sm: 'nowrap' },
              gap: 1.5,
              alignItems: 'flex-start',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <MethodInput
                form={form}
                label={method.caption}
                value={value}
                onChange={next => {
                  setValue(next)
                  setRefusal(undefined)
                }}
                problem={refusal}
                help={boundsOf(form, translate)}
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
