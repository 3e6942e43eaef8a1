/** `/app/main/{product}`: the dashboard of a product in config; not found for any other. */
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useConfig, useTranslate } from '../config'
import { Dashboard, DashboardSkeleton, useFirstCalls, Wall } from '../features/dashboard'
import { NotFound } from './StateScreens'

export function MainPage() {
  const { product } = useParams()
  const translate = useTranslate()
  const listedProduct = useConfig().app.products.find(({ slug }) => slug === product)
  return listedProduct ? <DashboardPage title={translate(listedProduct.title)} /> : <NotFound />
}

/** Fetches the figures while the dashboard's code is loading. */
function DashboardPage({ title }: { title: string }) {
  useFirstCalls()
  const [params] = useSearchParams()
  if (params.get('wall') === '1')
    return (
      <Suspense fallback={<DashboardSkeleton title={title} />}>
        <Wall title={title} />
      </Suspense>
    )
  return (
    <Suspense fallback={<DashboardSkeleton title={title} />}>
      <Dashboard title={title} />
    </Suspense>
  )
}
