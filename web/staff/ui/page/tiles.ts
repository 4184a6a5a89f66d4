/**
 * The style of a grid with as many columns as there is room for.
 *
 * @param least width of a column, in pixels
 * @param fit whether fewer tiles than that grow to fill the row
 */
export const tiles = (least: number, gap = 'var(--g3)', fit = false) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: `repeat(${fit ? 'auto-fit' : 'auto-fill'}, minmax(min(100%, ${least}px), 1fr))`,
})
