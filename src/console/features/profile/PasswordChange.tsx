/** One's own password: the old one, the new one, and the new one again (§5, the stronger check). */
import Link from '@mui/material/Link'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { type FieldValues, type Resolver, useFormContext } from 'react-hook-form'
import type { ProfileClient } from '../../../contract/clients'
import { checkStrongPassword, isCommonPassword } from '../../../domain/password'
import { useConfig } from '../../config'
import { SecretField } from '../../ui/SecretField'
import { ChangeForm } from './ChangeForm'
import type { ChangeNotices } from './useChangeNotices'

const EMPTY = { current_password: '', password: '', again: '' }
type Name = keyof typeof EMPTY

export function PasswordChange({ profile, notices }: { profile: ProfileClient; notices: ChangeNotices }) {
  const translate = useTranslate()
  /** The confirmation that a refusal has cleared, to be brought back (decision 15). */
  const [cleared, setCleared] = useState('')
  return (
    <ChangeForm
      profile={profile}
      notices={notices}
      stored={EMPTY}
      resolver={usePasswordResolver(profile.email)}
      changeOf={({ current_password, password }) => ({ current_password, password })}
      done={translate('profile.password.done')}
      onRefused={form => {
        setCleared(form.getValues('again'))
        form.setValue('again', '')
      }}
    >
      {/* Password managers learn from it whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
      <PasswordFields cleared={cleared} />
    </ChangeForm>
  )
}

function PasswordFields({ cleared }: { cleared: string }) {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  const { clearErrors, formState, register, setValue, watch } = useFormContext()
  const { errors, isSubmitted } = formState

  const secret = (name: Name) => {
    const { ref, ...field } = register(name, { onChange: () => errors[name] && clearErrors(name) })
    return {
      ...field,
      inputRef: ref,
      label: translate(`profile.password.${name}`),
      problem: errors[name]?.message as string | undefined,
    }
  }
  const bringBack = () => {
    setValue('again', cleared)
    clearErrors('again')
  }
  return (
    <>
      <SecretField {...secret('current_password')} autoComplete="current-password" />
      <SecretField
        {...secret('password')}
        autoComplete="new-password"
        hint={translate('profile.password.help', { min })}
      />
      <SecretField
        {...secret('again')}
        autoComplete="new-password"
        hint={
          isSubmitted && cleared && watch('again') === '' ? (
            <Link
              component="button"
              type="button"
              sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
              onClick={bringBack}
            >
              {translate('profile.password.undo')}
            </Link>
          ) : undefined
        }
      />
    </>
  )
}

/** What is wrong before anything is sent: the sentences of §5, at the field that each is about. */
function usePasswordResolver(email: string): Resolver<FieldValues> {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  const problemOf = ({ current_password: current, password, again }: FieldValues): Problem | undefined => {
    if (!current) return ['current_password', 'errors.client.currentMissing']
    if (!password) return ['password', 'errors.client.ownEmpty']
    const wrong = checkStrongPassword(password, again, { min })
    if (wrong === 'mismatch') return ['again', 'errors.password.mismatch']
    if (wrong === 'weak') return ['password', 'profile.password.weak']
    if (wrong) return ['password', `errors.password.${wrong}`]
    return isCommonPassword(password, email) ? ['password', 'errors.password.common'] : undefined
  }
  return entered => {
    const problem = problemOf(entered)
    if (!problem) return { values: entered, errors: {} }
    const [name, key] = problem
    return { values: {}, errors: { [name]: { type: key, message: translate(key, { min }) } } }
  }
}

/** A field, and the key of the sentence about it. */
type Problem = readonly [Name, string]
