/**
 * Links to sign in with a provider; disabled if the server is not configured for it. The server redirects to the
 * provider, which redirects back to the login page.
 */
import { Button, Divider, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router'
import { SOCIAL_PROBLEMS } from '../../../domain/social'
import { returnAddress } from '../../auth/returnAddress'
import { providerIcon, type SocialProvider, useProviders } from '../../auth/useProviders'
import { paths } from '../../paths'

export function SocialButtons({ providers }: { providers: readonly SocialProvider[] }) {
  const translate = useTranslate()
  if (providers.length === 0) return null
  return (
    <>
      <Divider sx={{ my: 3, color: 'text.secondary', fontSize: 13 }}>
        {translate('account.social.or')}
      </Divider>
      <Stack sx={{ gap: 1 }}>
        {providers.map(({ name, label, isReady = true }) => {
          const Icon = providerIcon(name)
          return (
            <Button
              key={name}
              disabled={!isReady}
              {...(isReady && { href: paths.social(name, returnAddress() ?? paths.root) })}
              variant="outlined"
              color="inherit"
              size="large"
              fullWidth
              startIcon={<Icon aria-hidden />}
              sx={{ borderColor: 'divider' }}
            >
              <span>
                {translate(isReady ? 'account.social.with' : 'account.social.soon', { name: label })}
              </span>
            </Button>
          )
        })}
      </Stack>
    </>
  )
}

/** The problem to show after a sign-in with a provider has failed; undefined if there is none. */
export function useSocialProblem() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const provider = useProviders().find(({ name }) => name === query.get('social'))
  const problem = SOCIAL_PROBLEMS.find(code => code === query.get('problem'))
  if (!provider || !problem) return undefined
  return { problem, provider, text: translate(`account.social.${problem}`, { name: provider.label }) }
}
