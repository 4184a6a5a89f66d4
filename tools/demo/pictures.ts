import sharp from 'sharp'

const png = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer()

/** A banner: cloth in folds, in a hue from 0 to 360. */
export function drawBanner(hue: number): Promise<Buffer> {
  const folds = Array.from({ length: 14 }, (_, at) => {
    const x = at * 125 - 60
    const bend = 40 * Math.sin(at * 1.7)
    return `<path d="M${x} -20 C ${x + 90 + bend} 180, ${x - 70 + bend} 420, ${x + 40} 640 L ${x + 190} 640 C ${x + 60 + bend} 420, ${x + 220 + bend} 180, ${x + 130} -20 Z" fill="url(#fold${at % 3})"/>`
  })
  const stops = [
    [78, 62],
    [70, 84],
    [88, 72],
  ].map(
    ([from, to], at) =>
      `<linearGradient id="fold${at}" x1="0" x2="1"><stop offset="0" stop-color="hsl(${hue} 26% ${from}%)"/><stop offset=".55" stop-color="hsl(${hue} 30% ${to}%)"/><stop offset="1" stop-color="hsl(${hue} 24% ${from! - 12}%)"/></linearGradient>`,
  )
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="600"><defs>${stops.join('')}</defs><rect width="1600" height="600" fill="hsl(${hue} 24% 74%)"/>${folds.join('')}</svg>`,
  )
}

/** The house's mark: a needle and a thread. */
export function drawLogo(): Promise<Buffer> {
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">
    <path d="M120 392 L372 140" stroke="#7a4a2b" stroke-width="16" stroke-linecap="round"/>
    <ellipse cx="380" cy="132" rx="30" ry="16" transform="rotate(-45 380 132)" fill="none" stroke="#7a4a2b" stroke-width="12"/>
    <path d="M380 132 C 470 240, 300 250, 330 330 S 200 420, 250 450" fill="none" stroke="#b9825a" stroke-width="9" stroke-linecap="round"/>
  </svg>`)
}

const shapes = {
  gown: 'M262 110 L338 110 L352 210 C 360 250, 346 270, 342 290 C 380 420, 430 560, 452 690 L148 690 C 170 560, 220 420, 258 290 C 254 270, 240 250, 248 210 Z',
  cape: 'M300 110 C 360 112, 392 150, 400 200 C 440 360, 470 520, 480 640 L120 640 C 130 520, 160 360, 200 200 C 208 150, 240 112, 300 110 Z',
  suit: 'M236 120 L300 190 L364 120 L430 170 L418 460 L372 452 L384 690 L312 690 L300 480 L288 690 L216 690 L228 452 L182 460 L170 170 Z',
  veil: 'M300 100 C 250 100, 226 140, 226 180 C 190 340, 150 520, 110 690 L490 690 C 450 520, 410 340, 374 180 C 374 140, 350 100, 300 100 Z',
} as const

/** A product on paper: its outline in cloth of a hue from 0 to 360. */
export function drawProduct(shape: keyof typeof shapes, hue: number): Promise<Buffer> {
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="750">
    <defs><linearGradient id="cloth" x1="0" x2="1"><stop offset="0" stop-color="hsl(${hue} 30% 66%)"/><stop offset=".5" stop-color="hsl(${hue} 34% 84%)"/><stop offset="1" stop-color="hsl(${hue} 28% 60%)"/></linearGradient></defs>
    <rect width="600" height="750" fill="#f6f0e6"/>
    <ellipse cx="300" cy="700" rx="190" ry="14" fill="hsl(${hue} 14% 80%)"/>
    <path d="${shapes[shape]}" fill="url(#cloth)" stroke="hsl(${hue} 26% 46%)" stroke-width="3" stroke-linejoin="round"/>
  </svg>`)
}
