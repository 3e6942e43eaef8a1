/** What happens when the register form is sent (§4, §5 Register). */
import { useNotify, useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isEmail } from '../../../domain/email'
import { checkPassword, isCommonPassword } from '../../../domain/password'
import { plainText } from '../../../domain/typed'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/verbs'
import { useConfig } from '../../config'
import { paths } from '../../paths'
import { Toast } from '../../ui/Toast'
import { useOnce } from '../../ui/useOnce'

interface Entered {
  email: string
  password: string
  again: string
}
type Name = keyof Entered
type Problems = Partial<Record<Name, string>>

export function useRegister() {
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

  /** Says what is wrong where it is, and leads there. */
  const refuse = (found: Problems, briefly: readonly Name[] = []) => {
    show(found, briefly)
    const first = (['email', 'password', 'again'] as const).find(name => found[name])
    if (first) fields[first].current?.focus()
  }

  const send = useOnce(async () => {
    if (pending) return
    // The fields keep their own values: what a password manager fills in without an event counts too.
    const entered: Entered = {
      email: plainText(fields.email.current?.value ?? ''),
      password: fields.password.current?.value ?? '',
      again: fields.again.current?.value ?? '',
    }
    const { empty, found, briefly } = judge(entered)
    setFailure(empty ? translate('account.register.empty') : undefined)
    refuse(found, briefly)
    if (empty) {
      if (!entered.email) fields.email.current?.focus()
      return
    }
    if (Object.keys(found).length > 0) return
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  return { fields, problems, failure, pending, submit }
}

interface Judgement {
  /** Something that must be there is not. */
  empty: boolean
  found: Problems
  /** Those that go away by themselves (§9: 3 seconds). */
  briefly: readonly Name[]
}

/** The rules of §5 in the order in which they are told; whatever passes here, the server judges again. */
function useJudge() {
  const translate = useTranslate()
  const { min } = useConfig().app.limits.password
  return ({ email, password, again }: Entered): Judgement => {
    if (!password) {
      return {
        empty: !email,
        found: { password: translate('account.register.noPassword') },
        briefly: ['password'],
      }
    }
    if (password !== again) {
      return { empty: !email, found: { again: translate('account.register.unequal') }, briefly: ['again'] }
    }
    if (!email) return { empty: true, found: {}, briefly: [] }
    const wrong =
      checkPassword(password, again, { min }) ?? (isCommonPassword(password, email) ? 'common' : undefined)
    return {
      empty: false,
      found: {
        ...(isEmail(email) ? {} : { email: translate('errors.field.email') }),
        ...(wrong ? { password: translate(`errors.password.${wrong}`, { min }) } : {}),
      },
      briefly: [],
    }
  }
}

function useProblems() {
  const ms = useConfig().app.timing.registerMessageMs
  const [problems, setProblems] = useState<Problems>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (found: Problems, briefly: readonly Name[]) => {
    clearTimeout(timer.current)
    setProblems(found)
    if (briefly.length > 0) {
      const without = (all: Problems) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => !briefly.includes(name as Name)))
      timer.current = setTimeout(() => setProblems(without), ms)
    }
  }
  return { problems, show }
}
