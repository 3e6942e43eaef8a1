/** Shows a new secret, with a button that copies it. */
import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopy'
import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { IssuedSecret, SecretStatus } from '../../../contract/deviceSecrets'
import { Facts } from '../../ui/text/Facts'
import { TimeText } from '../../ui/time/TimeText'

export function NewSecret({ secret, old_until }: IssuedSecret) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no'>()
  // Focused, so that screen readers read it; selected, so that the keyboard can copy it.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied('yes')
    } catch {
      input.current?.select()
      setCopied('no')
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <TextField
          label={translate('secrets.device.secret')}
          value={secret}
          inputRef={input}
          sx={{ flex: '1 1 260px' }}
          slotProps={{
            htmlInput: {
              readOnly: true,
              autoComplete: 'off',
              spellCheck: false,
              style: { fontFamily: 'monospace' },
            },
          }}
        />
        <Button
          variant="contained"
          startIcon={copied === 'yes' ? <Check /> : <ContentCopy />}
          onClick={() => void copy()}
        >
          {translate('secrets.device.copy')}
        </Button>
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {copied && translate(copied === 'yes' ? 'secrets.device.copied' : 'secrets.device.copyFailed')}
      </Typography>
      <Alert severity="warning">{translate('secrets.device.once')}</Alert>
      <SecretTimes until={old_until} />
    </Box>
  )
}

interface SecretTimesProps {
  issued?: SecretStatus['issued']
  until: SecretStatus['old_until']
  formerUntil?: string | null | undefined
}

/** When the secret was issued, and until when an earlier one or one of a former vendor stays valid. */
export function SecretTimes({ issued = null, until, formerUntil }: SecretTimesProps) {
  const translate = useTranslate()
  const times = { issued, old: until, formerUntil }
  const facts = Object.entries(times).flatMap(([name, time]) =>
    time ? [{ name, label: translate(`secrets.device.${name}`), value: <TimeText time={time} /> }] : [],
  )
  return facts.length > 0 && <Facts stacked facts={facts} />
}
