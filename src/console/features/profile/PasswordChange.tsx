/** One's own password: the old one, the new one, and the new one again (§5, the stronger check). */
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProfileClient } from '../../../contract/clients'
import { checkStrongPassword, isCommonPassword } from '../../../domain/password'
import { useConfig } from '../../config'
import { SecretField } from '../../ui/SecretField'
import { useOnce } from '../../ui/useOnce'
import { useSaveOwn } from './useProfile'
import type { Teller } from './useTeller'

interface Passwords {
  current_password: string
  password: string
  again: string
}

const EMPTY: Passwords = { current_password: '', password: '', again: '' }

export function PasswordChange({ profile, teller }: { profile: ProfileClient; teller: Teller }) {
  const translate = useTranslate()
  const save = useSaveOwn(profile)
  const problemOf = usePasswordProblem(profile.email)
  const form = useForm<Passwords>({ defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState
  /** The confirmation that a failure has cleared, to be brought back (decision 15). */
  const [cleared, setCleared] = useState('')

  const refuse = (problems: Partial<Record<keyof Passwords, string>>) => {
    const { again } = form.getValues()
    if (again) setCleared(again)
    form.setValue('again', '')
    const named = (Object.keys(EMPTY) as (keyof Passwords)[]).filter(name => problems[name])
    for (const name of named) form.setError(name, { message: problems[name]! })
    if (named[0]) setTimeout(() => form.setFocus(named[0]!))
  }

  const submit = useOnce(
    form.handleSubmit(async entered => {
      teller.clear()
      setCleared('')
      const problem = problemOf(entered)
      if (problem) {
        refuse(problem)
        return
      }
      const { current_password, password } = entered
      const outcome = await save({ current_password, password }, '')
      if (outcome.kind === 'saved') {
        form.reset(EMPTY)
        teller.done(translate('profile.password.done'))
        return
      }
      refuse(outcome.errors)
      teller.failed(Object.values(outcome.errors).includes(outcome.why) ? '' : outcome.why)
    }),
  )

  const secret = (name: keyof Passwords) => {
    const { ref, ...field } = form.register(name, {
      onChange: () => errors[name] && form.clearErrors(name),
    })
    return {
      ...field,
      inputRef: ref,
      label: translate(`profile.password.${name}`),
      problem: errors[name]?.message,
    }
  }

  return (
    <Stack
      component="form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit(event)
      }}
      sx={{ gap: 2, maxWidth: 440 }}
    >
      {/* Password managers learn from it whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={profile.email} readOnly />
      <SecretField {...secret('current_password')} autoComplete="current-password" />
      <SecretField
        {...secret('password')}
        autoComplete="new-password"
        hint={translate('profile.password.help', { min: useConfig().app.limits.password.min })}
      />
      <SecretField
        {...secret('again')}
        autoComplete="new-password"
        hint={
          cleared && form.watch('again') === '' ? (
            <Link
              component="button"
              type="button"
              sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
              onClick={() => {
                form.setValue('again', cleared)
                form.clearErrors('again')
                setCleared('')
              }}
            >
              {translate('profile.password.undo')}
            </Link>
          ) : undefined
        }
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" loading={isSubmitting}>
          {translate('profile.change')}
        </Button>
        <Button
          color="inherit"
          disabled={isSubmitting}
          onClick={() => {
            form.reset(EMPTY)
            setCleared('')
            teller.clear()
          }}
        >
          {translate('ra.action.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** What is wrong before anything is sent: the sentences of §5, at the field that each is about. */
function usePasswordProblem(of: string) {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  return (entered: Passwords): Partial<Record<keyof Passwords, string>> | undefined => {
    const { current_password: current, password, again } = entered
    if (!current) return { current_password: translate('errors.client.currentMissing') }
    if (!password) return { password: translate('errors.client.ownEmpty') }
    const wrong = checkStrongPassword(password, again, { min })
    if (wrong === 'mismatch') return { again: translate('errors.password.mismatch') }
    if (wrong === 'weak') return { password: translate('profile.password.weak') }
    if (wrong) return { password: translate(`errors.password.${wrong}`, { min }) }
    return isCommonPassword(password, of) ? { password: translate('errors.password.common') } : undefined
  }
}
