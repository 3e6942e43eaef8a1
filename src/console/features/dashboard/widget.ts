/** What the dashboard and each of its widgets is given. */
import type { CompiledWidget } from '../../../engine/compiled'

export interface DashboardProps {
  /** Of the product (decision 1). */
  title: string
}

export interface WidgetProps {
  widget: CompiledWidget
  collapsed: boolean
  onCollapse: (collapsed: boolean) => void
  onClose: () => void
}
