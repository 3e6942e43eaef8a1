/** For guests whom no vendor has taken in yet (decision 26). */
import HowToReg from '@mui/icons-material/HowToReg'
import { useTranslate } from 'ra-core'
import { EmptyState } from '../ui/EmptyState'
import { Screen } from '../ui/Screen'

export function NoVendor() {
  const translate = useTranslate()
  return (
    <Screen title={translate('shell.noVendor.title')}>
      <EmptyState
        icon={HowToReg}
        title={translate('shell.noVendor.sentence')}
        text={translate('shell.noVendor.hint')}
      />
    </Screen>
  )
}
