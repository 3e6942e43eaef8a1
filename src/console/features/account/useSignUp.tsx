/** What happens when the register form is sent (§4, §5 Register). */
import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isEmail } from '../../../domain/email'
import { checkPassword, isCommonPassword } from '../../../domain/password'
import { plainText } from '../../../domain/typed'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/fleet'
import { useConfig } from '../../config'
import { paths } from '../../paths'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { Toast } from '../../ui/notices/Toast'

const NAMES = ['email', 'password', 'again'] as const
type Entered = Record<(typeof NAMES)[number], string>
type Problems = Partial<Entered>

export function useSignUp() {
  const fleet = useFleet()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const judge = useJudge()
  const fields = {
    email: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  }
  const { problems, show } = useProblems()
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState(false)

  const submit = useSingleFlight(async () => {
    if (pending) return
    const entered: Entered = {
      email: plainText(fields.email.current?.value ?? ''),
      password: fields.password.current?.value ?? '',
      again: fields.again.current?.value ?? '',
    }
    const judgement = judge(entered)
    show(judgement)
    setFailure(entered.email ? undefined : translate('account.register.empty'))
    const first = entered.email ? NAMES.find(name => judgement.problems[name]) : 'email'
    if (first) {
      fields[first].current?.focus()
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
      const message = error instanceof Error ? error.message : ''
      setFailure(message ? translate(message, { _: message }) : translate('account.register.empty'))
      // The alert says why (§4); the field that it is about has the focus, once it can be typed into again.
      const about = (['email', 'password'] as const).find(name => errors[name]) ?? 'email'
      setTimeout(() => fields[about].current?.focus())
    }
  })

  return { fields, problems, failure, pending, submit }
}

interface Judgement {
  problems: Problems
  /** They go away by themselves (§9: 3 seconds). */
  isBrief: boolean
}

/** The rules of §5 in the order in which they are told; whatever passes here, the server judges again. */
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
  const [problems, setProblems] = useState<Problems>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (judgement: Judgement) => {
    clearTimeout(timer.current)
    setProblems(judgement.problems)
    if (judgement.isBrief) timer.current = setTimeout(() => setProblems({}), ms)
  }
  return { problems, show }
}
