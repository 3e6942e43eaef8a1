/** What happens when the register form is sent (§4, §5 Register). */
import { useNotify, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import { useNavigate } from 'react-router'
import { isEmail } from '../../../domain/email'
import { checkPassword, isCommonPassword } from '../../../domain/password'
import { plainText } from '../../../domain/typed'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/verbs'
import { useConfig } from '../../config'
import { paths } from '../../paths'
import { Toast } from '../../ui/Toast'

export function useSignUp() {
  const fleet = useFleet()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  return async ({ email, password }: FieldValues, form: UseFormReturn) => {
    try {
      await fleet.signUp({ email, password })
      notify(<Toast tone="success" text={translate('account.register.done')} />, { type: 'success' })
      navigate(paths.login, { state: { email } })
    } catch (error) {
      const { errors = {} } = failureBody(error)
      const reason = error instanceof Error ? error.message : ''
      const message = reason ? translate(reason, { _: reason }) : translate('account.register.empty')
      form.setError('root.failure', { message })
      // The alert says why (§4); the field that it is about has the focus, once it can be typed into again.
      setTimeout(() => form.setFocus(errors.password && !errors.email ? 'password' : 'email'))
    }
  }
}

/** The type of the errors that go away by themselves. */
const BRIEF = 'brief'

/** The rules of §5 in the order in which they are told; whatever passes here, the server judges again. */
export function useSignUpRules(): Resolver<FieldValues> {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  const brief = (key: string) => ({ type: BRIEF, message: translate(key) })

  const errorsOf = ({ email, password, again }: FieldValues): FieldErrors => {
    if (!password) return { password: brief('account.register.noPassword') }
    if (password !== again) return { again: brief('account.register.unequal') }
    if (!email) return {}
    const wrong =
      checkPassword(password, again, { min }) ?? (isCommonPassword(password, email) ? 'common' : undefined)
    return {
      ...(!isEmail(email) && { email: { type: 'email', message: translate('errors.field.email') } }),
      ...(wrong && { password: { type: wrong, message: translate(`errors.password.${wrong}`, { min }) } }),
    }
  }
  return entered => {
    const values = { ...entered, email: plainText(entered.email) }
    const errors = errorsOf(values)
    if (!values.email) {
      errors.email = { type: 'required' }
      errors.root = { failure: { type: 'required', message: translate('account.register.empty') } }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/** Takes the brief errors away after their time (§9: 3 seconds). */
export function BriefErrors() {
  const { registerMessageMs } = useConfig().app.timing
  const { clearErrors } = useFormContext()
  const { errors } = useFormState()
  useEffect(() => {
    const brief = Object.keys(errors).filter(name => errors[name]?.type === BRIEF)
    if (brief.length === 0) return
    const timer = setTimeout(() => clearErrors(brief), registerMessageMs)
    return () => clearTimeout(timer)
  }, [errors, clearErrors, registerMessageMs])
  return null
}
