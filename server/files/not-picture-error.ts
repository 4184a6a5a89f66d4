/** The file holds no picture, only a part of one, or one that is not taken. */
export class NotPictureError extends Error {
  /** Why, for the person who sent it, where there is more to say than that it is no picture. */
  readonly sentence: string | undefined
  constructor(message: string, sentence?: string) {
    super(message)
    this.sentence = sentence
  }
}
