/** `/app/main/{product}`: the main page of a product that config lists; of another it is the error screen (decision 1). */
import { useParams } from 'react-router'
import { useConfig, useWords } from '../config'
import { ComingSoon } from '../ui/ComingSoon'
import { NotFound } from './NotFound'

export function MainPage() {
  const { product } = useParams()
  const words = useWords()
  const found = useConfig().app.products.find(({ slug }) => slug === product)
  return found ? <ComingSoon what="dashboard" title={words(found.title)} /> : <NotFound />
}
