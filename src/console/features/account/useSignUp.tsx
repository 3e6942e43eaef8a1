/** What happens when the register form is sent (§4, §5 Register). */
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
  const judge = useJudge()
  const [problems, show] = useProblems()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  const submit = useSingleFlight(async (form: HTMLFormElement) => {
    if (pending) return
    const entered: Entered = {
      email: plainText(fieldOf(form, 'email').value),
      password: fieldOf(form, 'password').value,
      again: fieldOf(form, 'again').value,
    }
    const judgement = judge(entered)
    show(judgement)
    setFailure(entered.email ? undefined : translate('account.register.empty'))
    const first = entered.email ? NAMES.find(name => judgement.problems[name]) : 'email'
    if (first) {
      fieldOf(form, first).focus()
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
      // The alert says why (§4); the field that it is about has the focus, once it can be typed into again.
      const about = (['email', 'password'] as const).find(name => errors[name]) ?? 'email'
      setTimeout(() => fieldOf(form, about).focus())
    }
  })

  return { problems, failure, pending, submit }
}

interface Judgement {
  problems: Partial<Entered>
  /** They go away by themselves (§9: 3 seconds). */
  isBrief: boolean
}

/** The rules of §5 in the order in which they are reported; the server checks them again. */
function useJudge() {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  return ({ email, password, again }: Entered): Judgement => {
    if (!password) return { problems: { password: translate('account.register.noPassword') }, isBrief: true }
    if (password !== again)
      return { problems: { again: translate('account.register.unequal') }, isBrief: true }
    if (!email) return { problems: {}, isBrief: false }
    const wrong =
      checkPassword(password, again, { min }) ?? (isCommonPassword(password, email) ? 'common' : undefined)
    return {
      problems: {
        ...(!isEmail(email) && { email: translate('errors.field.email') }),
        ...(wrong && { password: translate(`errors.password.${wrong}`, { min }) }),
      },
      isBrief: false,
    }
  }
}

function useProblems() {
  const ms = useConfig().app.timing.registerMessageMs
  const [judgement, show] = useState<Judgement>()
  // Their time begins when they are shown; an effect would wait until React is idle.
  useLayoutEffect(() => {
    if (!judgement?.isBrief) return
    const timer = setTimeout(() => show(undefined), ms)
    return () => clearTimeout(timer)
  }, [judgement, ms])
  return [judgement?.problems ?? {}, show] as const
}
