/** Validates and submits the register form (§4, §5 Register). */
import { useNotify, useTranslate } from 'ra-core'
import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isEmail } from '../../../domain/email'
import { checkPassword, isCommonPassword } from '../../../domain/password'
import { plainText } from '../../../domain/typed'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { reasonOf } from '../../failure'
import { paths } from '../../paths'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { Toast } from '../../ui/notices/Toast'
import { type FieldName, fieldOf } from './AccountForm'

const NAMES: readonly FieldName[] = ['email', 'password', 'again']
type Entered = Record<FieldName, string>

export function useSignUp() {
  const fleet = useFleet()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const validate = useValidate()
  const [problems, showProblems] = useProblems()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  const submit = useSingleFlight(async (form: HTMLFormElement) => {
    if (pending) return
    const entered: Entered = {
      email: plainText(fieldOf(form, 'email').value),
      password: fieldOf(form, 'password').value,
      again: fieldOf(form, 'again').value,
    }
    const validation = validate(entered)
    showProblems(validation)
    setFailure(entered.email ? undefined : translate('account.register.empty'))
    // A missing e-mail address has no message at its field, only the alert.
    const firstInvalid = entered.email ? NAMES.find(name => validation.problems[name]) : 'email'
    if (firstInvalid) {
      fieldOf(form, firstInvalid).focus()
      return
    }
    setPending(true)
    try {
      const { email, password } = entered
      await fleet.signUp({ email, password })
      notify(<Toast tone="success" text={translate('account.register.done')} />, { type: 'success' })
      navigate(paths.login, { state: { email } })
    } catch (error) {
      setPending(false)
      const { errors = {} } = failureBody(error)
      setFailure(translate(reasonOf(error) || 'account.register.empty'))
      // The alert shows the reason (§4). The field with the error gets the focus, after it is enabled again.
      const invalidField = (['email', 'password'] as const).find(name => errors[name]) ?? 'email'
      setTimeout(() => fieldOf(form, invalidField).focus())
    }
  })

  return { problems, failure, pending, submit }
}

interface Validation {
  problems: Partial<Entered>
  /** The messages disappear after 3 seconds (§9). */
  isBrief: boolean
}

/** The rules of §5, in the order of the messages; the server checks them again. */
function useValidate() {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  return ({ email, password, again }: Entered): Validation => {
    if (!password) return { problems: { password: translate('account.register.noPassword') }, isBrief: true }
    if (password !== again)
      return { problems: { again: translate('account.register.unequal') }, isBrief: true }
    if (!email) return { problems: {}, isBrief: false }
    const weakness =
      checkPassword(password, again, { min }) ?? (isCommonPassword(password, email) ? 'common' : undefined)
    return {
      problems: {
        ...(!isEmail(email) && { email: translate('errors.field.email') }),
        ...(weakness && { password: translate(`errors.password.${weakness}`, { min }) }),
      },
      isBrief: false,
    }
  }
}

/** The problems to show, and a function that sets them; brief ones disappear after `registerMessageMs`. */
function useProblems() {
  const ms = useConfig().app.timing.registerMessageMs
  const [validation, setValidation] = useState<Validation>()
  // The time counts from the first paint; `useEffect` could run later.
  useLayoutEffect(() => {
    if (!validation?.isBrief) return
    const timer = setTimeout(() => setValidation(undefined), ms)
    return () => clearTimeout(timer)
  }, [validation, ms])
  return [validation?.problems ?? {}, setValidation] as const
}
