/** The user's ways to sign in: the password, and linked accounts of other providers, to link or unlink. */
import Password from '@mui/icons-material/Password'
import { Box, Button, Card, type SvgIcon, Typography } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEvent, useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Logins as LoginsAnswer } from '../../../contract/auth'
import { SOCIAL_PROBLEMS } from '../../../domain/social'
import { useFleet } from '../../api/fleet'
import { providerIcon, type SocialProvider, useProviders } from '../../auth/useProviders'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { reasonOf } from '../../failure'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { useNotice } from '../../ui/notices/useNotice'
import { TimeText } from '../../ui/time/TimeText'
import { LinkDialog } from './LinkDialog'

type LinkedLogin = LoginsAnswer['logins'][number]

export function Logins() {
  const { data } = useLogins()
  const providers = useProviders()
  if (!data) return null
  const shownProviders = providers.filter(
    ({ name }) =>
      data.offered.includes(name) ||
      data.logins.some(({ provider }) => provider === name) ||
      missingFor(data, name),
  )
  // Linked accounts of providers that config does not list: they have no label, only a name.
  const unlistedLogins = data.logins.filter(
    ({ provider }) => !shownProviders.some(({ name }) => name === provider),
  )
  const all = [
    ...shownProviders,
    ...unlistedLogins.map(({ provider }) => ({ name: provider, label: provider })),
  ]
  // Hidden if the server has sign-in by password only.
  return all.length > 0 ? <LoginsCard logins={data} providers={all} /> : null
}

function LoginsCard({ logins, providers }: { logins: LoginsAnswer; providers: SocialProvider[] }) {
  const translate = useTranslate()
  const id = useId()
  const { notice, show } = useNotice(useConfig().app.timing.noticeMs)
  const [providerToLink, setProviderToLink] = useState<SocialProvider>()
  const [providerToUnlink, setProviderToUnlink] = useState<SocialProvider>()
  useProviderResult(providers, show)
  // The user's only way to sign in cannot be unlinked.
  const isOnlyLogin = !logins.password && logins.logins.length === 1

  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {translate('profile.logins.title')}
      </Typography>
      <NoticeArea notice={notice} onClose={() => show(undefined)} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        <LoginMethod Icon={Password} name={translate('profile.logins.password')}>
          {translate(`profile.logins.${logins.password ? 'passwordSet' : 'passwordNone'}`)}
        </LoginMethod>
        {providers.map(provider => {
          const { name, label } = provider
          const linked = logins.logins.find(login => login.provider === name)
          const missing = missingFor(logins, name)
          return (
            <LoginMethod
              key={name}
              Icon={providerIcon(name)}
              name={label}
              action={
                (linked || !missing) && (
                  <Button
                    variant="outlined"
                    color="inherit"
                    size="small"
                    aria-label={translate(`profile.logins.${linked ? 'unlinkOf' : 'linkOf'}`, {
                      name: label,
                    })}
                    sx={{ borderColor: 'divider', flexShrink: 0 }}
                    onClick={() => (linked ? setProviderToUnlink(provider) : setProviderToLink(provider))}
                    disabled={linked !== undefined && isOnlyLogin}
                    aria-describedby={linked && isOnlyLogin ? `${id}last` : undefined}
                  >
                    <span>{translate(`profile.logins.${linked ? 'unlink' : 'link'}`)}</span>
                  </Button>
                )
              }
            >
              {linked && <LinkedAs {...linked} />}
              {!linked && !missing && <span>{translate('profile.logins.notLinked')}</span>}
              {missing && (
                <div>{translate('profile.logins.unconfigured', { settings: missing.join(', ') })}</div>
              )}
            </LoginMethod>
          )
        })}
      </Box>
      {isOnlyLogin && (
        <Typography id={`${id}last`} variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
          {translate('profile.logins.last')}
        </Typography>
      )}
      {providerToLink && (
        <LinkDialog
          provider={providerToLink}
          hasPassword={logins.password}
          onClose={() => setProviderToLink(undefined)}
        />
      )}
      {providerToUnlink && (
        <UnlinkDialog
          provider={providerToUnlink}
          onDone={() => {
            setProviderToUnlink(undefined)
            show({
              tone: 'success',
              text: translate('profile.logins.undone', { name: providerToUnlink.label }),
            })
          }}
          onClose={() => setProviderToUnlink(undefined)}
        />
      )}
    </Card>
  )
}

/** The settings that the server lacks for a provider; only masters get them. */
const missingFor = ({ unconfigured = [] }: LoginsAnswer, name: string) =>
  unconfigured.find(({ provider }) => provider === name)?.missing

interface LoginMethodProps {
  Icon: typeof SvgIcon
  name: string
  action?: ReactNode
  children: ReactNode
}

const LoginMethod = ({ Icon, name, action, children }: LoginMethodProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      py: 1.5,
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Icon aria-hidden sx={{ color: 'text.secondary' }} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography component="div" variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
    {action}
  </Box>
)

function LinkedAs({ email, used }: LinkedLogin) {
  const translate = useTranslate()
  return (
    <>
      <span>{email || translate('profile.logins.linked')}</span>
      <Box>
        <span>{translate('profile.logins.lastUsed')}</span> <TimeText time={used} />
      </Box>
    </>
  )
}

function UnlinkDialog(props: { provider: SocialProvider; onDone: () => void; onClose: () => void }) {
  const { provider, onDone, onClose } = props
  const translate = useTranslate()
  const fleet = useFleet()
  const { refetch } = useLogins()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fleet.removeLogin(provider.name),
    onSuccess: onDone,
    onSettled: () => refetch(),
  })
  return (
    <ConfirmDialog
      question={translate('profile.logins.unlinkAsk', { name: provider.label })}
      body={translate('profile.logins.unlinkBody', { name: provider.label })}
      yes={translate('profile.logins.unlink')}
      no={translate('ra.action.cancel')}
      busy={isPending}
      {...(error && { problem: translate(reasonOf(error)) })}
      onYes={() => mutate()}
      onClose={onClose}
    />
  )
}

/** After the return from a provider: shows the result once, and removes it from the query string. */
function useProviderResult(
  providers: readonly SocialProvider[],
  show: ReturnType<typeof useNotice>['show'],
): void {
  const translate = useTranslate()
  const [query, setQuery] = useSearchParams()
  const providerName = query.get('social')
  const showResult = useEvent(() => {
    const provider = providers.find(({ name }) => name === providerName)
    const problem = SOCIAL_PROBLEMS.find(name => name === query.get('problem'))
    if (provider) {
      const name = provider.label
      if (problem) show({ tone: 'error', text: translate(`account.social.${problem}`, { name }) })
      else show({ tone: 'success', text: translate('profile.logins.done', { name }) })
    }
    const rest = new URLSearchParams(query)
    rest.delete('social')
    rest.delete('problem')
    setQuery(rest, { replace: true })
  })
  useEffect(() => {
    if (providerName !== null) showResult()
  }, [providerName, showResult])
}

/**
 * The user's linked accounts and the available providers; null if the server has sign-in by password only (decision
 * 22).
 */
export function useLogins() {
  const fleet = useFleet()
  const { email } = useUser()
  return useQuery({
    queryKey: ['logins', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const response = await fleet.logins(signal)
      return Array.isArray(response?.logins) && Array.isArray(response.offered) ? response : null
    },
  })
}
