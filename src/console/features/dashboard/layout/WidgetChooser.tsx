/** Which widgets are on the dashboard, and in which order. */
import DashboardCustomize from '@mui/icons-material/DashboardCustomizeOutlined'
import { useTranslate } from 'ra-core'
import type { Ref } from 'react'
import { useWords } from '../../../config'
import { ArrangeButton } from '../../../forms/list/ArrangeButton'
import { useWidgets } from './useWidgets'

export function WidgetChooser({ ref }: { ref: Ref<HTMLButtonElement> }) {
  const translate = useTranslate()
  const words = useWords()
  const { widgets, open, arrangement, setArrangement } = useWidgets()
  const closed = widgets.length - open.length
  return (
    <ArrangeButton
      ref={ref}
      startIcon={<DashboardCustomize fontSize="small" />}
      title={translate('dashboard.widget.arrange')}
      reset={translate('dashboard.widget.reset')}
      parts={widgets.map(({ name, hidden, title }) => ({ name, hidden, label: words(title) }))}
      arrangement={arrangement}
      onChange={setArrangement}
    >
      {closed > 0
        ? translate('dashboard.widget.arrangeHidden', { count: closed })
        : translate('dashboard.widget.arrange')}
    </ArrangeButton>
  )
}
