import type { ReactNode } from 'react'
import { useStyles } from '../useStyles.ts'
import css from './Points.css?inline'

export type PointsProps = {
  points: readonly {
    /** A drawing of 56 by 56, made of the classes `point-soft`, `-card`, `-fill`, `-line` and `-tick`. */
    readonly picture: ReactNode
    readonly title: string
    readonly text: string
  }[]
}

/** A few facts, each with a drawing. */
export function Points({ points }: PointsProps) {
  useStyles(css)
  return (
    <ul className="points">
      {points.map(({ picture, text, title }) => (
        <li key={title}>
          <span className="point-picture" aria-hidden="true">
            {picture}
          </span>
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
