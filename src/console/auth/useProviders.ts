/** The services, such as Google, whose accounts users can sign in with, as config lists them. */
import Google from '@mui/icons-material/Google'
import Key from '@mui/icons-material/Key'
import Microsoft from '@mui/icons-material/Microsoft'
import type { SvgIcon } from '@mui/material'
import { ownValue } from '../../domain/own'
import { useConfig, useSocialConfig, useTranslate } from '../config'

const ICONS: Readonly<Record<string, typeof SvgIcon>> = { google: Google, microsoft: Microsoft }

export const providerIcon = (name: string): typeof SvgIcon => ownValue(ICONS, name) ?? Key

export interface SocialProvider {
  name: string
  label: string
  /** Whether the server is configured for it; `undefined` if the server does not tell. */
  isReady?: boolean | undefined
}

/** In the order of config. */
export function useProviders(): SocialProvider[] {
  const translate = useTranslate()
  const ready = useSocialConfig()
  return useConfig().app.signIn.providers.map(({ name, label }) => ({
    name,
    label: translate(label),
    isReady: ownValue(ready, name),
  }))
}
