/** The sentence after a return from a provider without a token (decision 121). */
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router'
import { SOCIAL_PROBLEMS } from '../../../domain/social'
import { useProviders } from '../../auth/useProviders'

export function useSocialProblem() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const provider = useProviders().find(one => one.name === query.get('social'))
  const problem = SOCIAL_PROBLEMS.find(one => one === query.get('problem'))
  if (!provider || !problem) return undefined
  return { problem, provider, text: translate(`account.social.${problem}`, { name: provider.label }) }
}
