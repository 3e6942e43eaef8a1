/** The form that changes the user's own password: current, new, and new again (§5, the strong check). */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { ProfileClient } from '../../../contract/clients'
import { checkStrongPassword, isCommonPassword } from '../../../domain/password'
import { useConfig } from '../../config'
import { useFormInput } from '../../forms/kinds/input'
import { SecretText } from '../../forms/kinds/password/SecretText'
import { useClearedText } from '../../forms/kinds/useClearedText'
import { ChangeForm } from './ChangeForm'
import { useLogins } from './Logins'
import type { ChangeNotices } from './useChangeNotices'

const EMPTY = { current_password: '', password: '', again: '' }
type Name = keyof typeof EMPTY

export function PasswordChange({ profile, notices }: { profile: ProfileClient; notices: ChangeNotices }) {
  const translate = useTranslate()
  const { data: logins, refetch } = useLogins()
  // A user who has signed in only through other providers sets a first password.
  const isFirst = logins?.password === false
  return (
    <ChangeForm
      profile={profile}
      notices={notices}
      stored={EMPTY}
      resolver={usePasswordResolver(profile.email, isFirst)}
      changeOf={({ current_password, password }) => (isFirst ? { password } : { current_password, password })}
      onDone={isFirst ? () => void refetch() : undefined}
      doneText={translate('profile.password.done')}
    >
      {/* Tells password managers to which account the password belongs. */}
      <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
      <PasswordFields isFirst={isFirst} />
    </ChangeForm>
  )
}

function PasswordFields({ isFirst }: { isFirst: boolean }) {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  const current = useSecret('current_password')
  const password = useSecret('password')
  const again = useSecret('again')
  const help = <Box sx={{ color: 'text.secondary' }}>{translate('profile.password.help', { min })}</Box>
  // Always `isRefused`: a successful change resets the form, so text that remains after sending was refused.
  const undo = useClearedText(again, true, () => translate('profile.password.undo'))
  return (
    <>
      {!isFirst && <SecretText input={current} htmlInput={{ autoComplete: 'current-password' }} />}
      <SecretText input={password} hint={help} />
      <SecretText input={again} hint={undo} />
    </>
  )
}

function useSecret(name: Name) {
  const translate = useTranslate()
  return useFormInput(name, { label: translate(`profile.password.${name}`) })
}

/** Validates before sending: each error has the message of §5, at its field. */
function usePasswordResolver(email: string, isFirst: boolean): Resolver<FieldValues> {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  const problemOf = ({ current_password: current, password, again }: FieldValues): Problem | undefined => {
    if (!isFirst && !current) return { field: 'current_password', key: 'errors.client.currentMissing' }
    if (!password) return { field: 'password', key: 'errors.client.ownEmpty' }
    const weakness = checkStrongPassword(password, again, { min })
    if (weakness === 'mismatch') return { field: 'again', key: 'errors.password.mismatch' }
    if (weakness === 'weak') return { field: 'password', key: 'profile.password.weak' }
    if (weakness) return { field: 'password', key: `errors.password.${weakness}` }
    const isCommon = isCommonPassword(password, email)
    return isCommon ? { field: 'password', key: 'errors.password.common' } : undefined
  }
  return entered => {
    const problem = problemOf(entered)
    if (!problem) return { values: entered, errors: {} }
    const { field, key } = problem
    return { values: {}, errors: { [field]: { type: key, message: translate(key, { min }) } } }
  }
}

interface Problem {
  field: Name
  /** The i18n key of its message. */
  key: string
}
