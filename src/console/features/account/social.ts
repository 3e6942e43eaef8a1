/** The two providers of social sign-in (§2 Register), and what came of a try. */
import Google from '@mui/icons-material/Google'
import Microsoft from '@mui/icons-material/Microsoft'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router'
import { SOCIALS, type Social } from '../../../domain/social'

/** Their names are the same in every language. */
export const SOCIAL = {
  google: { name: 'Google', Icon: Google },
  microsoft: { name: 'Microsoft', Icon: Microsoft },
} satisfies Record<Social, object>

const PROBLEMS = ['unconfigured'] as const

/** The sentence for whoever comes back from a social sign-in without a token (decision 34). */
export function useSocialProblem(): string | undefined {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const social = SOCIALS.find(one => one === query.get('social'))
  const problem = PROBLEMS.find(one => one === query.get('problem'))
  return social && problem && translate(`account.social.${problem}`, { name: SOCIAL[social].name })
}
