/** Asks for the password before the browser goes to a provider to link an account: only the owner may link one. */
import { Alert, Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { useFleet } from '../../api/fleet'
import type { SocialProvider } from '../../auth/useProviders'
import { reasonOf } from '../../failure'
import { ConsoleForm } from '../../forms/ConsoleForm'
import { useFormInput } from '../../forms/kinds/input'
import { SecretText } from '../../forms/kinds/password/SecretText'
import { BusyButton } from '../../ui/controls/BusyButton'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'

interface LinkDialogProps {
  provider: SocialProvider
  hasPassword: boolean
  onClose: () => void
}

export function LinkDialog({ provider, hasPassword, onClose }: LinkDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const goToProvider = async ({ current_password: password = '' }: { current_password?: string }) => {
    if (hasPassword && !password) return setProblem(translate('errors.client.currentMissing'))
    setBusy(true)
    setProblem(undefined)
    try {
      const address = await fleet.addLogin(provider.name, password)
      // Never opens another scheme, such as `javascript:`.
      if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
        throw new Error('shell.failure.other')
      window.location.assign(address)
    } catch (error) {
      setProblem(translate(reasonOf(error) || 'shell.failure.other'))
      setBusy(false)
    }
  }
  return (
    <DialogFrame
      small
      maxWidth="xs"
      title={translate('profile.logins.ask', { name: provider.label })}
      text={translate(`profile.logins.${hasPassword ? 'askBody' : 'askBodyNone'}`, { name: provider.label })}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose} disabled={busy}>
            {translate('ra.action.cancel')}
          </Button>
          <BusyButton type="submit" form={id} variant="contained" busy={busy} autoFocus={!hasPassword}>
            {translate('profile.logins.go')}
          </BusyButton>
        </>
      }
    >
      <ConsoleForm id={id} defaultValues={{ current_password: '' }} onSubmit={goToProvider}>
        <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
          {hasPassword && <CurrentPassword />}
          {problem && (
            <Alert severity="error" role="alert">
              {problem}
            </Alert>
          )}
        </Box>
      </ConsoleForm>
    </DialogFrame>
  )
}

function CurrentPassword() {
  const translate = useTranslate()
  const input = useFormInput('current_password', { label: translate('profile.password.current_password') })
  return <SecretText input={input} htmlInput={{ autoComplete: 'current-password', autoFocus: true }} />
}
