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
  /** Environment variables that the server lacks for this provider; `undefined` if the server does not tell. */
  missing?: readonly string[] | undefined
}

/** In the order of config. */
export function useProviders(): SocialProvider[] {
  const translate = useTranslate()
  const missing = useSocialConfig()
  return useConfig().app.signIn.providers.map(({ name, label }) => ({
    name,
    label: translate(label),
    missing: ownValue(missing, name),
  }))
}
