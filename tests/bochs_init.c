/* The first and only process of the machine that tests/bochs.py emulates: runs each line of /commands, says how it
 * ended on the serial console, and asks the emulator to stop.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Bochs ends when this word is written to its port 0x8900. */
static void stop_the_emulator(void) {
  const char *word = "Shutdown";
  if (iopl(3) == 0) {
    for (; *word != '\0'; ++word) outb((unsigned char)*word, 0x8900);
  }
}

int main(void) {
  char line[512];
  FILE *commands = fopen("/commands", "r");
  setvbuf(stdout, NULL, _IOLBF, 0);
  mount("proc", "/proc", "proc", 0, NULL);
  puts("bochs_init: started");
  while (commands != NULL && fgets(line, sizeof line, commands) != NULL) {
    char *words[32];
    int count = 0;
    int status = 0;
    pid_t child;
    const time_t begin = time(NULL);
    line[strcspn(line, "\n")] = '\0';
    printf("bochs_init: running: %s\n", line);
    for (char *word = strtok(line, " "); word != NULL && count < 31; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    if (count == 0) continue;
    child = fork();
    if (child == 0) {
      /* Leading NAME=VALUE words set the environment. */
      char *environment[33];
      int first = 0;
      while (first < count && strchr(words[first], '=') != NULL) {
        environment[first] = words[first];
        ++first;
      }
      environment[first] = NULL;
      execve(words[first], &words[first], environment);
      perror(words[first]);
      _exit(127);
    }
    waitpid(child, &status, 0);
    printf("bochs_init: status %d after %ld s of the machine's time\n",
           WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), (long)(time(NULL) - begin));
  }
  puts("bochs_init: done");
  sleep(1);
  stop_the_emulator();
  for (;;) pause();
}
