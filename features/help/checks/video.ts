import { msg } from "@lingui/core/macro";
import type { Check } from "../check.ts";

/** What courses are mostly made of: H.264 with AAC in MP4. */
const usual = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"';

/** Whether the browser plays the films of courses. */
export const video: Check = {
  title: msg`Video and sound`,
  find() {
    const isGood = document.createElement("video").canPlayType(usual) !== "";
    return {
      isGood,
      words: isGood
        ? msg`This browser plays the films and the sound of courses.`
        : msg`This browser does not play the usual films (MP4). Use an up-to-date Chrome, Edge, Firefox or Safari, and on Linux install its media codecs.`,
    };
  },
};
