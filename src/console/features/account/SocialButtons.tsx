/** The ways to a provider. They leave the page: the server leads to the provider, and from there back to the login. */
import { Button, Divider, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { returnAddress } from '../../auth/returnAddress'
import { providerIcon, type SocialProvider } from '../../auth/useProviders'
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
        {providers.map(({ name, label }) => {
          const Icon = providerIcon(name)
          return (
            <Button
              key={name}
              href={paths.social(name, returnAddress() ?? paths.root)}
              variant="outlined"
              color="inherit"
              size="large"
              fullWidth
              startIcon={<Icon aria-hidden />}
              sx={{ borderColor: 'divider' }}
            >
              {translate('account.social.with', { name: label })}
            </Button>
          )
        })}
      </Stack>
    </>
  )
}
